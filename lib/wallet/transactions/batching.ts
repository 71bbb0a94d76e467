import { queryOptions } from '@tanstack/react-query';
import { type Address, getContractError, type Hex, RawContractError, withTimeout } from 'viem';
import { simulateBlocks } from 'viem/actions';
import type { Config } from 'wagmi';
import { getCapabilities, getConnection } from 'wagmi/actions';
import { RefusedCallError } from '@/lib/evm/errors';
import { readChainTime } from '@/lib/wallet/swap/arithmetic';
import type { AnyCall } from './transaction-plan';
import { encodeCall } from './transaction-plan';

/** Timeout for reading a wallet's capabilities, or a batch's status. */
export const BATCH_ASK_MS = 1_500;

function revertOf(call: AnyCall, data: Hex, sender: Address): Error {
  if (!('abi' in call))
    return new RefusedCallError('data' in call && call.data !== '0x' ? 'reverted' : 'recipientRefused');
  const { abi, address, args, functionName } = call;
  return getContractError(new RawContractError({ data }), { abi, address, args, functionName, sender });
}

/** Returns true if the node supports eth_simulateV1. @throws the node's error otherwise. */
async function canTryBatch(config: Config, chainId: number): Promise<boolean> {
  await simulateBlocks(config.getClient({ chainId }), { blocks: [{ calls: [] }] });
  return true;
}

/**
 * Simulates calls in sequence on the latest state, so that each call sees the changes made by the previous calls.
 * @throws the error from the first call that reverts.
 */
export async function tryBatch(
  config: Config,
  calls: readonly AnyCall[],
  { chainId, account }: { chainId: number; account: Address },
): Promise<void> {
  // A block's time must be later than the previous block's.
  const time = (await readChainTime(config, chainId)) + 1n;
  const [block] = await simulateBlocks(config.getClient({ chainId }), {
    blocks: [{ blockOverrides: { time }, calls: calls.map((call) => ({ account, ...encodeCall(call) })) }],
  });
  for (const [index, call] of calls.entries()) {
    const result = block?.calls[index];
    if (result?.status !== 'success') throw revertOf(call, result?.data ?? '0x', account);
  }
}

/**
 * Returns whether the wallet can execute batches atomically (EIP-5792). Capabilities under chain ID 0 apply to every
 * chain. `ready` means that the wallet first asks the user to upgrade the account.
 */
async function isAtomic(config: Config, account: Address, chainId: number): Promise<boolean> {
  const capabilities = await getCapabilities(config, { account });
  const { status } = capabilities[chainId]?.atomic ?? capabilities[0]?.atomic ?? {};
  return status === 'supported' || status === 'ready';
}

const canBatch = async (config: Config, account: Address, chainId: number): Promise<boolean> =>
  (await isAtomic(config, account, chainId)) && (await canTryBatch(config, chainId));

/**
 * Query that returns whether the connected wallet supports an atomic batch of an approval and its call (EIP-5792,
 * `atomic`) and the node can simulate it. Runs once per wallet and chain; errors count as `false`. Set to `false` after
 * a rejection. A response after the timeout updates the cached result.
 */
export function batchingQuery(config: Config, chainId: number, account = getConnection(config).address) {
  const { connector } = getConnection(config);
  return queryOptions({
    queryKey: ['batching', connector?.uid, account, chainId],
    queryFn: async ({ client, queryKey }) => {
      if (!account) return false;
      const answer = canBatch(config, account, chainId).catch(() => false);
      const limit = { timeout: BATCH_ASK_MS, errorInstance: new Error('no answer') };
      return withTimeout(() => answer, limit).catch(() => {
        void answer.then((can) => can && client.setQueryData(queryKey, can));
        return false;
      });
    },
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });
}
