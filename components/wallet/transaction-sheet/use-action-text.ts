import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/lib/format/amount';
import type { TransactionIntent } from '@/lib/wallet/transactions/ledger-entry';

/** React hook that returns a function that names an action with its amount, such as "Deposit 100 USDT". */
export function useActionText(): (intent: TransactionIntent) => string {
  const t = useTranslations('wallet.sheet.action');
  const locale = useLocale();
  return ({ kind, amountRaw, decimals, symbol }) =>
    t(kind, { amount: formatAmount(BigInt(amountRaw), decimals, locale, decimals), symbol });
}
