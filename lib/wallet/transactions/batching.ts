import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Address, getContractError, type Hex, RawContractError, withTimeout } from 'viem';
import { simulateBlocks } from 'viem/actions';
import { type Config, useConfig, useConnection } from 'wagmi';
import { getCapabilities, getConnection } from 'wagmi/actions';
import { RefusedCallError } from '@/lib/evm/errors';
import { readChainTime } from '@/lib/wallet/swap/arithmetic';
import { BATCH_ASK_MS } from '@/lib/wallet-constants';
import type { AnyCall } from './transaction-plan';
import { encodeCall } from './transaction-plan';

function revertOf(call: AnyCall, data: Hex, sender: Address): Error {
  if (!('abi' in call)) return new RefusedCallError('recipientRefused');
  const { abi, address, args, functionName } = call;
  return getContractError(new RawContractError({ data }), { abi, address, args, functionName, sender });
}

/** Checks whether a node supports eth_simulateV1. @throws its error otherwise. */
async function canTryBatch(config: Config, chainId: number): Promise<boolean> {
  await simulateBlocks(config.getClient({ chainId }), { blocks: [{ calls: [] }] });
  return true;
}

/**
 * Simulates calls in sequence on the latest state, each with the changes of the calls before.
 * @throws the first revert.
 */
export async function tryBatch(
  config: Config,
  calls: readonly AnyCall[],
  { chainId, account }: { chainId: number; account: Address },
): Promise<void> {
  // Each block needs a later time than the one before.
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
 * EIP-5792: capabilities under 0 apply to every chain. `ready` means that the user is asked to upgrade the account
 * first.
 */
async function isAtomic(config: Config, account: Address, chainId: number): Promise<boolean> {
  const capabilities = await getCapabilities(config, { account });
  const { status } = capabilities[chainId]?.atomic ?? capabilities[0]?.atomic ?? {};
  return status === 'supported' || status === 'ready';
}

/** A wallet that fails is treated as not supporting batches. */
const canBatch = async (config: Config, account: Address, chainId: number): Promise<boolean> =>
  (await isAtomic(config, account, chainId)) && (await canTryBatch(config, chainId));

/**
 * Query for whether the connected wallet supports an atomic batch of an approval and its call (EIP-5792, `atomic`), and
 * a node can simulate it. Asked once per wallet and chain; set to `false` after a refusal. Without a timely response,
 * separate requests are used until it arrives.
 */
export function batchingQuery(config: Config, chainId: number) {
  const { address: account, connector } = getConnection(config);
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
    retry: false,
  });
}

/**
 * React hook that returns whether the connected wallet takes an approval and its call in one prompt on a chain; false
 * until known.
 */
export function useBatching(chainId: number): boolean {
  const config = useConfig();
  // Rerenders on wallet changes, for the query key.
  useConnection();
  return useQuery(batchingQuery(config, chainId)).data ?? false;
}
