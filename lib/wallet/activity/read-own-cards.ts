import { type Abi, type Client, isAddressEqual, parseEventLogs } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { readAll } from '@/lib/evm/read-many';
import { cardEvents, type MinedLog, openedEvents } from './activity-events';
import type { ActivityScope } from './activity-scope';

/** Returns the numbers of the account's cards that logs show being opened. */
export function openedIn(
  logs: MinedLog[],
  { account, contracts }: Pick<ActivityScope, 'account' | 'contracts'>,
): number[] {
  const contract = contracts.get('card_contract');
  if (!contract) return [];
  return parseEventLogs({ abi: openedEvents, logs, strict: true }).flatMap(({ address, args }) =>
    isAddressEqual(address, contract) && isAddressEqual(args.owner, account) ? args.card : [],
  );
}

const ownerOf = (card: unknown): unknown =>
  typeof card === 'object' && card !== null ? Reflect.get(card, 'owner') : undefined;

/** Reads which cards in the events of one transaction are the account's. @throws if the RPC request fails. */
export async function readCardsIn(
  client: Client,
  logs: MinedLog[],
  { account, contracts }: Pick<ActivityScope, 'account' | 'contracts'>,
): Promise<ReadonlySet<number>> {
  const contract = contracts.get('card_contract');
  if (!contract) return new Set();
  const own = logs.filter(({ address }) => isAddressEqual(address, contract));
  const cards = [
    ...new Set(parseEventLogs({ abi: cardEvents, logs: own, strict: true }).map(({ args }) => args.card)),
  ];
  const answers = await readAll(
    client,
    cards.map((card) => {
      return { address: contract, abi: cardAccountAbi as Abi, functionName: 'cardOf', args: [card] };
    }),
  );
  return new Set(cards.filter((_, index) => ownerOf(answers[index]) === account));
}
