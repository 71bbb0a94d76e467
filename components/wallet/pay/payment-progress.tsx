import { useLocale, useTranslations } from 'next-intl';
import { LatestTransactions } from '@/components/wallet/display/latest-transactions';
import type { ChainMapping } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/native-token';
import { formatAmount } from '@/lib/format/amount';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { usePaymentStatus } from './use-payment-status';

/** The payments under way and the latest one, by their networks. */
export function PaymentProgress({
  entries,
  chains,
}: {
  entries: readonly LedgerEntry[];
  chains: readonly ChainMapping[];
}) {
  const t = useTranslations('wallet.pay');
  const locale = useLocale();
  const statusText = usePaymentStatus();
  return chains
    .filter(({ id }) => entries.some(({ chainId }) => chainId === id))
    .map((chain) => (
      <LatestTransactions
        key={chain.id}
        entries={entries.filter(({ chainId }) => chainId === chain.id)}
        chain={chain}
        entryText={({ amountRaw, decimals, symbol, recipient = '' }) =>
          t('entry', {
            amount: formatAmount(BigInt(amountRaw), decimals, locale, decimals),
            symbol,
            address: shortAddress(recipient),
          })
        }
        statusText={statusText}
      />
    ));
}
