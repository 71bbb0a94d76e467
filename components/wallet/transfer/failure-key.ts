import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/** Why the chain did not carry out a transaction, as the wording names it; null where it is not the chain's doing. */
export function failureKey({
  reason,
}: LedgerEntry): 'reverted' | 'dropped' | 'cancelled' | 'otherChain' | null {
  const known = ['reverted', 'dropped', 'cancelled', 'otherChain'] as const;
  return known.find((candidate) => candidate === reason) ?? null;
}
