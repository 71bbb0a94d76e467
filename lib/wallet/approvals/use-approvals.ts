import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { hasFailed, useLogScan } from '@/lib/evm/use-log-scan';
import { CONTRACT_POLL_MS } from '@/lib/wallet-constants';
import { readGrants } from './grants';
import { readLive } from './read-live';

/** The approvals of an account that are in force on one chain, of those that the logs looked at so far tell of. */
export function useApprovals(chainId: number, account: Address) {
  const config = useConfig();
  const scan = useLogScan('approvals', chainId, account, readGrants);
  const approvals = useQuery({
    queryKey: ['approvals in force', chainId, account, scan.version],
    enabled: scan.reached !== undefined,
    queryFn: () => readLive(config.getClient({ chainId }), { chainId, account, grants: scan.found }),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: CONTRACT_POLL_MS,
  });
  const isFailed = scan.isFailed || hasFailed(approvals);
  return {
    data: approvals.data,
    scan,
    isFailed,
    isLoading: !isFailed && approvals.data === undefined,
    retry: () => void (scan.isFailed ? scan.lookFurther?.() : approvals.refetch()),
  };
}
