import type { LedgerEntry } from '@/lib/chain/ledger-entry';

/** Why the chain did not carry out a transaction, as the wording names it; null where it is not the chain's doing. */
export function failureKey({ reason }: LedgerEntry): 'reverted' | 'dropped' | 'cancelled' | null {
  return reason === 'reverted' || reason === 'dropped' || reason === 'cancelled' ? reason : null;
}
