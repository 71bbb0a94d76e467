import { type Address, type Client, getAddress } from 'viem';
import { getContractEvents } from 'viem/actions';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import type { BlockRange } from '@/lib/evm/scan-logs';

/** A card that the user opened in a contract. */
export type OpenedCard = { number: number; token: Address };

/** Reads the cards that an account opened in a block range, newest first. @throws if the RPC request fails. */
export async function readOpenedCards(
  client: Client,
  contract: Address,
  owner: Address,
  range: BlockRange,
): Promise<OpenedCard[]> {
  const logs = await getContractEvents(client, {
    address: contract,
    abi: cardAccountAbi,
    eventName: 'CardOpened',
    args: { owner },
    strict: true,
    ...range,
  });
  return logs.map(({ args }) => ({ number: args.card, token: getAddress(args.token) })).reverse();
}
