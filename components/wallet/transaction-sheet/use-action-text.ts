import { useLocale, useTranslations } from 'next-intl';
import { formatAmount, shortAmount } from '@/lib/format/amount';
import type { TransactionIntent } from '@/lib/wallet/transactions/ledger-entry';
import type { TransactionKind } from '@/lib/wallet/transactions/transaction-kinds';

/** Returns whether an action pays out an amount that a contract calculates, so that the user didn't enter it. */
const isPayout = (kind: TransactionKind) => kind === 'refund' || kind === 'redeem' || kind === 'exitEarly';

/** React hook that returns a function that names an action with its amount, such as "Deposit 100 USDT". */
export function useActionText(): (intent: TransactionIntent) => string {
  const t = useTranslations('wallet.sheet.action');
  const locale = useLocale();
  return ({ kind, amountRaw, decimals, symbol, dapp }) => {
    const amount = BigInt(amountRaw);
    const text = isPayout(kind)
      ? shortAmount(amount, decimals, locale)
      : formatAmount(amount, decimals, locale, decimals);
    return t(kind, { amount: text, symbol, name: dapp?.name ?? '' });
  };
}
