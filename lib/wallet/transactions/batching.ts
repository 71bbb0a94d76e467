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
 * Tries calls out one after the other, each with what those before it changed, in a block of now.
 * @throws what the chain says of the first that would revert.
 */
export async function tryBatch(
  config: Config,
  calls: readonly AnyCall[],
  { chainId, account }: { chainId: number; account: Address },
): Promise<void> {
  // A block is later than the one before it.
  const time = (await readChainTime(config, chainId)) + 1n;
  const [block] = await simulateBlocks(config.getClient({ chainId }), {
    blocks: [{ blockOverrides: { time }, calls: calls.map((call) => ({ account, ...encodeCall(call) })) }],
  });
  for (const [index, call] of calls.entries()) {
    const result = block?.calls[index];
    if (result?.status !== 'success') throw revertOf(call, result?.data ?? '0x', account);
  }
}

/** By EIP-5792, what holds on every chain stands under 0. `ready` says that the person is asked to change the account first. */
async function isAtomic(config: Config, account: Address, chainId: number): Promise<boolean> {
  const capabilities = await getCapabilities(config, { account });
  const { status } = capabilities[chainId]?.atomic ?? capabilities[0]?.atomic ?? {};
  return status === 'supported' || status === 'ready';
}

/** A wallet that fails is treated as not supporting batches. */
const canBatch = async (config: Config, account: Address, chainId: number): Promise<boolean> =>
  (await isAtomic(config, account, chainId)) && (await canTryBatch(config, chainId));

/**
 * Whether the connected wallet carries out an approval and what needs it as one, all or nothing (EIP-5792, `atomic`), and
 * a node can try both out before. Asked once a wallet and chain; whoever declines it writes `false` here. One that does
 * not answer in time is asked in steps until it does.
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

/** Whether the connected wallet takes an approval and what needs it in one prompt, on a chain; false until it is known. */
export function useBatching(chainId: number): boolean {
  const config = useConfig();
  // The question is another one for another wallet.
  useConnection();
  return useQuery(batchingQuery(config, chainId)).data ?? false;
}
