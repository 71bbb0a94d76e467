import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useConfig } from 'wagmi';
import { useContracts } from '@/lib/api/hooks';
import { useReportedLists } from '@/lib/wallet/contacts/use-reported-lists';
import type { Finding } from '@/lib/wallet/signing/finding';
import { readSanctions, reportFindings, type Sanctions } from '@/lib/wallet/signing/reports';

const noSanctions: Sanctions = new Map();

/**
 * React hook that checks the parties of a request against what the operator has set: lists of known scams, and the
 * network's sanctions oracle. Without either, there is nothing to wait for and nothing to find.
 */
export function useReports(
  chainId: number,
  addresses: readonly Address[],
  origin?: string,
): { findings: readonly Finding[]; isReady: boolean } {
  const config = useConfig();
  const lists = useReportedLists();
  const { data: contracts = [] } = useContracts();
  const oracle = contracts.find(
    (contract) => contract.chainId === chainId && contract.name === 'sanctions_oracle',
  )?.address;
  const isAsked = oracle !== undefined && addresses.length > 0;
  const sanctions = useQuery({
    queryKey: ['sanctions', chainId, oracle, addresses],
    queryFn: () => (oracle ? readSanctions(config.getClient({ chainId }), oracle, addresses) : noSanctions),
    enabled: isAsked,
    retry: false,
  });
  return {
    findings: reportFindings({ addresses, origin }, { lists, sanctions: sanctions.data ?? noSanctions }),
    isReady: lists.state !== 'loading' && !(isAsked && sanctions.isPending),
  };
}
