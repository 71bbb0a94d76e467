import { type Address, zeroAddress } from 'viem';
import { useReadContracts } from 'wagmi';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { WithdrawalTerms } from './withdrawal-terms';

/** The terms that withdrawals of a token follow, read from the vault itself, which holds to them. */
export function useWithdrawalTerms(place: { chainId: number; vault: Address; token: Address } | undefined): {
  terms: WithdrawalTerms | undefined;
  failed: boolean;
} {
  const { chainId, vault = zeroAddress, token = zeroAddress } = place ?? {};
  const read = { ...(chainId === undefined ? {} : { chainId }), address: vault, abi: vaultAbi } as const;
  const { data, isError } = useReadContracts({
    allowFailure: false,
    contracts: [
      { ...read, functionName: 'withdrawalTerms', args: [token] },
      { ...read, functionName: 'MAX_FEE_BPS' },
      { ...read, functionName: 'MAX_MINIMUM_BPS' },
    ],
    query: { enabled: place !== undefined, refetchInterval: 12_000 },
  });
  if (!data) return { terms: undefined, failed: isError };
  const [terms, maxFeeBps, maxMinimumBps] = data;
  return { terms: { ...terms, maxFeeBps, maxMinimumBps }, failed: false };
}
