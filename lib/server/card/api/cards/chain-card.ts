import 'server-only';
import { type Address, isAddressEqual } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { type ServerChain, withNode } from '../../../chain/node';

const STATUSES = [null, 'active', 'frozen', 'closed'] as const;
/** Highest number of a card in the contract. */
const MAX_NUMBER = 2 ** 32 - 1;

/** A card as the contract has it. Amounts are in base units of its token. */
export interface ChainCard {
  token: Address;
  status: 'active' | 'frozen' | 'closed';
  dayLimit: bigint;
  monthLimit: bigint;
  offlineLimit: bigint;
  overCaptureBps: number;
}

/**
 * Reads a card of an owner from the contract, at the latest block that has the chain's confirmations. Returns `notOpened` if it
 * isn't there yet, and `notOwner` if it is another account's.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function readChainCard(
  chain: ServerChain,
  contract: Address,
  { owner, number }: { owner: Address; number: number },
): Promise<ChainCard | 'notOpened' | 'notOwner'> {
  if (number > MAX_NUMBER) return 'notOpened';
  const read = await withNode(chain, async (node) => {
    const head = await node.getBlockNumber();
    const blockNumber = head - BigInt(chain.confirmations) + 1n;
    if (blockNumber < 0n) return null;
    // A block without the contract has no cards, and the call would fail.
    if ((await node.getCode({ address: contract, blockNumber })) === undefined) return null;
    return node.readContract({
      address: contract,
      abi: cardAccountAbi,
      functionName: 'cardOf',
      args: [number],
      blockNumber,
    });
  });
  const status = STATUSES[read?.status ?? 0];
  if (!read || !status) return 'notOpened';
  if (!isAddressEqual(read.owner, owner)) return 'notOwner';
  const { perDay, perMonth, offlinePerMonth, overCaptureBps } = read.limits;
  return {
    token: read.token,
    status,
    ...{ dayLimit: perDay, monthLimit: perMonth, offlineLimit: offlinePerMonth, overCaptureBps },
  };
}
