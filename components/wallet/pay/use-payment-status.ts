import { useTranslations } from 'next-intl';
import { failureKey } from '@/components/wallet/transfer/failure-key';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/** Why a sent payment did not arrive, in words; null while it may, and once it has. */
export function usePaymentFailure(): (entry: LedgerEntry) => string | null {
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  return (entry) => {
    if (entry.status === 'failed') return transfer(`failed.${failureKey(entry) ?? 'dropped'}`);
    return entry.receivedRaw === '0' ? t('movedNothing') : null;
  };
}

/** Where a sent payment stands, in words. */
export function usePaymentStatus(): (entry: LedgerEntry) => string {
  const transfer = useTranslations('wallet.transfer');
  const failure = usePaymentFailure();
  return (entry) =>
    failure(entry) ?? transfer(entry.status === 'pending' ? 'status.pending' : 'status.confirmed');
}
