import { type Abi, type Address, type Client, erc20Abi, isAddress } from 'viem';
import type { Call } from '@/lib/evm/multicall-slice';
import { readAll, readFixed } from '@/lib/evm/read-many';
import { groupBy } from '@/lib/group-by';
import { createStoredList } from '@/lib/preferences/stored-list';
import type { TokenArrival } from '@/lib/wallet/nfts/arrivals';
import { type HiddenReason, hiddenReasons } from '@/lib/wallet/nfts/choices';
import { readOwnDoing, type Senders } from '@/lib/wallet/nfts/own-doing';
import { inOrder, nameSuspicions, type Suspicion } from '@/lib/wallet/nfts/suspicion';
import { type CustomToken, toCustomToken, tokenKey } from './custom-tokens';

/** A token that the account received and holds, according to its contract, which is not trusted. */
export type FoundToken = {
  token: CustomToken;
  /** Balance in base units. */
  amount: bigint;
  /** Signs of spam in the symbol and name. */
  suspicions: readonly Suspicion[];
  /** Whether the account's own transaction, or one whose sender is unknown, transferred it. */
  isOwnDoing: boolean;
};

/** Whether the user wants to see a found token. */
type FoundChoice = { chainId: number; address: Address; isShown: boolean };

function isChoice(value: unknown): value is FoundChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { chainId, address, isShown } = value as Record<string, unknown>;
  return (
    Number.isInteger(chainId) &&
    typeof address === 'string' &&
    isAddress(address) &&
    typeof isShown === 'boolean'
  );
}

const list = createStoredList('tidewell.found-tokens', isChoice, 2_000, tokenKey);

export const useFoundChoices = list.useList;
export const watchFoundChoices = list.watch;

/** Shows or hides a found token on this device. */
export function chooseFound({ chainId, address }: CustomToken, isShown: boolean): void {
  const choice = { chainId, address, isShown };
  list.change((known) => [...known.filter((other) => tokenKey(other) !== tokenKey(choice)), choice]);
}

type HiddenToken = { found: FoundToken; reasons: readonly HiddenReason[] };

/** Splits found tokens into `shown` and `hidden`, by the same rules as NFTs. */
export function judgeFound(
  tokens: readonly FoundToken[],
  choices: readonly FoundChoice[],
): { shown: FoundToken[]; hidden: HiddenToken[] } {
  const byToken = new Map(choices.map((choice) => [tokenKey(choice), choice]));
  const judged = tokens.map((found) => {
    const own = byToken.get(tokenKey(found.token));
    const choice = own && { isShown: own.isShown, isAdded: false };
    return { found, reasons: hiddenReasons(found, { choice, isListed: false, told: [] }) };
  });
  return {
    shown: judged.filter(({ reasons }) => reasons.length === 0).map(({ found }) => found),
    hidden: judged.filter(({ reasons }) => reasons.length > 0),
  };
}

const abi: Abi = erc20Abi;
const facts = ['symbol', 'name', 'decimals'] as const;

/**
 * Reads which of the transferred tokens the account holds, in order of first appearance. Omits contracts whose answers
 * aren't those of a token that can be shown.
 * @throws if the RPC request fails.
 */
export async function readFoundTokens(
  client: Client,
  {
    chainId,
    account,
    arrivals,
    senders,
  }: { chainId: number; account: Address; arrivals: readonly TokenArrival[]; senders: Senders },
): Promise<FoundToken[]> {
  const byContract = [...groupBy(arrivals, ({ contract }) => contract)];
  const amounts = await readAll(
    client,
    byContract.map(([address]): Call => ({ address, abi, functionName: 'balanceOf', args: [account] })),
  );
  const owned = byContract.flatMap(([address, own], index) => {
    const amount = amounts[index];
    return typeof amount === 'bigint' && amount > 0n ? [{ address, own, amount }] : [];
  });
  const answers = await readFixed(
    client,
    owned.flatMap(({ address }) => facts.map((functionName): Call => ({ address, abi, functionName }))),
  );
  const held = owned.flatMap(({ address, own, amount }, index) => {
    const [symbol, name, decimals] = answers.slice(index * facts.length);
    const token = toCustomToken({ chainId, address, symbol, name, decimals });
    if (!token) return [];
    // The contract's own texts are checked, because the sanitized ones lack the characters that give spam away.
    const suspicions = inOrder([symbol, name].flatMap((text) => nameSuspicions(String(text))));
    return [{ own, found: { token, amount, suspicions } }];
  });
  const isOwnDoing = await readOwnDoing(
    client,
    account,
    // The sender of a token without signs of spam doesn't matter.
    held.map(({ own, found }) => (found.suspicions.length > 0 ? own : [])),
    senders,
  );
  return held.map(({ found }, index) => ({ ...found, isOwnDoing: isOwnDoing[index] === true }));
}
