import { type Address, zeroAddress } from 'viem';
import { useReadContract, useReadContracts } from 'wagmi';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { CONTRACT_POLL_MS } from '@/lib/wallet-constants';

/** What the vault charges for a withdrawal of a token and how large one may be, in base units; 0 is no limit. */
export type WithdrawalTerms = {
  /** Hundredths of a percent of the amount. */
  feeBps: number;
  flatFee: bigint;
  minAmount: bigint;
  maxAmount: bigint;
  /** The most that both fees together take, in hundredths of a percent of the amount. */
  maxFeeBps: bigint;
  /** The most of a balance that the minimum may be, in hundredths of a percent. */
  maxMinimumBps: bigint;
};

const BPS = 10_000n;

/** The fee on a withdrawal of `amount`, truncated as the vault's `withdrawalFee` does; base units. */
export function withdrawalFee(
  amount: bigint,
  { feeBps, flatFee, maxFeeBps }: Pick<WithdrawalTerms, 'feeBps' | 'flatFee' | 'maxFeeBps'>,
): bigint {
  const asked = (amount * BigInt(feeBps)) / BPS + flatFee;
  const most = (amount * maxFeeBps) / BPS;
  return asked < most ? asked : most;
}

/** The smallest part of a balance that leaves the vault, truncated as the vault does; base units. */
export function leastAmount(
  balance: bigint,
  { minAmount, maxMinimumBps }: Pick<WithdrawalTerms, 'minAmount' | 'maxMinimumBps'>,
): bigint {
  const most = (balance * maxMinimumBps) / BPS;
  return minAmount < most ? minAmount : most;
}

export type LimitProblem = 'tooMuch' | 'belowMinimum' | 'aboveMaximum';

/** Returns why the vault would not pay out `amount`, or null. A whole balance can always be withdrawn. */
export function limitProblem(
  amount: bigint,
  balance: bigint,
  terms: Pick<WithdrawalTerms, 'minAmount' | 'maxAmount' | 'maxMinimumBps'>,
): LimitProblem | null {
  if (amount > balance) return 'tooMuch';
  if (amount === balance) return null;
  if (amount < leastAmount(balance, terms)) return 'belowMinimum';
  return terms.maxAmount !== 0n && amount > terms.maxAmount ? 'aboveMaximum' : null;
}

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

/** Whether a vault takes no deposits at the moment; false for as long as that is not known. */
export function useVaultPaused(place: { chainId: number; vault: Address } | undefined): boolean {
  const { chainId, vault = zeroAddress } = place ?? {};
  const { data = false } = useReadContract({
    ...(chainId === undefined ? {} : { chainId }),
    address: vault,
    abi: vaultAbi,
    functionName: 'paused',
    query: { enabled: place !== undefined, refetchInterval: CONTRACT_POLL_MS },
  });
  return data;
}
