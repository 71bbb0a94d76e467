import { useTranslations } from 'next-intl';
import { shortAddress } from '@/lib/evm/address';
import type { SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { useTransferText } from './use-transfer-text';

/** Returns what is known of a transfer. */
function knownOf({ outcome, signature }: SignedTransfer): 'confirmed' | 'signed' | 'asked' {
  if (outcome?.kind === 'confirmed') return 'confirmed';
  return signature ? 'signed' : 'asked';
}

/** Names the signed transfers that a payment would repeat. Renders nothing if there are none. */
export function EarlierTransfers({ transfers }: { transfers: readonly SignedTransfer[] }) {
  const t = useTranslations('wallet.free');
  const { amountOf, untilOf } = useTransferText();
  if (transfers.length === 0) return null;
  return (
    <div className="grid gap-2 border-s-2 border-warning ps-3 text-sm">
      <p>{t('earlier.title')}</p>
      <ul className="grid gap-2">
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            {t('entry', { amount: amountOf(transfer), address: shortAddress(transfer.recipient) })}
            <span className="block text-muted">
              {t(`earlier.${knownOf(transfer)}`, { until: untilOf(transfer) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
