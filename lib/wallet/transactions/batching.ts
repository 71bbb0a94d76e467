import { queryOptions } from '@tanstack/react-query';
import { type Address, withTimeout } from 'viem';
import type { Config } from 'wagmi';
import { getCapabilities, getConnection } from 'wagmi/actions';
import { BATCH_ASK_MS } from '@/lib/wallet-constants';
import { canTryBatch } from './try-batch';

/** By EIP-5792, what holds on every chain stands under 0. `ready` says that the person is asked to change the account first. */
async function isAtomic(config: Config, account: Address, chainId: number): Promise<boolean> {
  const capabilities = await getCapabilities(config, { account });
  const { status } = capabilities[chainId]?.atomic ?? capabilities[0]?.atomic ?? {};
  return status === 'supported' || status === 'ready';
}

/** One that errs is taken for one that cannot: it is asked in steps, as any wallet is. */
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
