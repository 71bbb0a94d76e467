import { type Address, zeroAddress } from 'viem';
import { useReadContract, useReadContracts } from 'wagmi';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';

/** The vault's withdrawal fees and limits for a token, in base units. A limit of 0 means no limit. */
export type WithdrawalTerms = {
  /** Percentage fee, in basis points of the amount. */
  feeBps: number;
  flatFee: bigint;
  minAmount: bigint;
  maxAmount: bigint;
  /** Maximum of both fees combined, in basis points of the amount. */
  maxFeeBps: bigint;
  /** Upper bound for the minimum withdrawal, in basis points of the balance. */
  maxMinimumBps: bigint;
  /** Lower bound for the maximum withdrawal, in basis points of the balance. */
  minMaximumBps: bigint;
};

const BPS = 10_000n;

/** Returns the fee for withdrawing `amount`, in base units, truncated as in the vault's `withdrawalFee`. */
export function withdrawalFee(
  amount: bigint,
  { feeBps, flatFee, maxFeeBps }: Pick<WithdrawalTerms, 'feeBps' | 'flatFee' | 'maxFeeBps'>,
): bigint {
  const asked = (amount * BigInt(feeBps)) / BPS + flatFee;
  const most = (amount * maxFeeBps) / BPS;
  return asked < most ? asked : most;
}

/** Returns the minimum withdrawal from a balance, in base units, truncated as in the vault contract. */
export function leastAmount(
  balance: bigint,
  { minAmount, maxMinimumBps }: Pick<WithdrawalTerms, 'minAmount' | 'maxMinimumBps'>,
): bigint {
  const most = (balance * maxMinimumBps) / BPS;
  return minAmount < most ? minAmount : most;
}

/** Returns the maximum partial withdrawal from a balance, in base units, or 0 if there is none, as in the vault contract. */
export function mostAmount(
  balance: bigint,
  { maxAmount, minMaximumBps }: Pick<WithdrawalTerms, 'maxAmount' | 'minMaximumBps'>,
): bigint {
  const least = (balance * minMaximumBps) / BPS;
  return maxAmount === 0n || maxAmount > least ? maxAmount : least;
}

export type LimitProblem = 'tooMuch' | 'belowMinimum' | 'aboveMaximum';

/**
 * Returns the reason that the vault would reject a withdrawal, or null if it would accept the withdrawal. The whole
 * balance, or nearly all of it, can always be withdrawn.
 */
export function limitProblem(
  amount: bigint,
  balance: bigint,
  terms: Pick<WithdrawalTerms, 'minAmount' | 'maxAmount' | 'maxMinimumBps' | 'minMaximumBps'>,
): LimitProblem | null {
  if (amount > balance) return 'tooMuch';
  if (amount >= balance - (balance * terms.maxMinimumBps) / BPS) return null;
  if (amount < leastAmount(balance, terms)) return 'belowMinimum';
  const most = mostAmount(balance, terms);
  return most !== 0n && amount > most ? 'aboveMaximum' : null;
}

/** React hook that reads a token's withdrawal terms from the vault, which enforces them. */
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
      { ...read, functionName: 'MIN_MAXIMUM_BPS' },
    ],
    query: { enabled: place !== undefined, refetchInterval: 12_000 },
  });
  if (!data) return { terms: undefined, failed: isError };
  const [terms, maxFeeBps, maxMinimumBps, minMaximumBps] = data;
  return { terms: { ...terms, maxFeeBps, maxMinimumBps, minMaximumBps }, failed: false };
}

/** React hook that returns whether a vault's deposits are paused, or false while this is unknown. */
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
