import { useLocale, useTranslations } from 'next-intl';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { AmountField } from '@/components/wallet/fields/amount-field';
import type { TokenPicker } from '@/components/wallet/fields/token-button';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import { formatAmount } from '@/lib/format/amount';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { SwapView } from './use-swap';

/** Field for the amount and token to sell. If an account is signed in, its balance can be selected. */
export function PayField({
  id,
  isOwn,
  chainId,
  sold,
  picker,
  amount,
  view: { balance, spendable, isBalanceFailed },
  problem,
  isTouched,
  onChange,
  onBlur,
}: {
  id: string;
  /** Whether an account is signed in. */
  isOwn: boolean;
  chainId: number;
  sold: SwapToken;
  picker: TokenPicker;
  amount: string;
  view: SwapView;
  problem: string | undefined;
  isTouched: boolean;
  onChange: (amount: string) => void;
  onBlur: () => void;
}) {
  const t = useTranslations('wallet.swap');
  const transfer = useTranslations('wallet.transfer');
  const node = useTranslations('wallet.node');
  const locale = useLocale();
  const own = useOwnText();
  const isUnreachable = useIsUnreachable(chainId);
  const { symbol, decimals } = sold;
  const hint = () => {
    if (!isOwn) return t('balanceHint');
    // The form already says that the network is unreachable.
    if (isUnreachable && balance === undefined) return transfer('balance', { amount: '–', symbol });
    if (balance === undefined || spendable === undefined)
      return isBalanceFailed ? node('unavailable') : transfer('loading');
    return transfer('balance', { amount: own(formatAmount(balance, decimals, locale)), symbol });
  };
  return (
    <AmountField
      id={id}
      label={t('sell')}
      amount={amount}
      onChange={onChange}
      onBlur={onBlur}
      source={isOwn ? { available: spendable, isWallet: true } : null}
      token={sold}
      chainId={chainId}
      picker={picker}
      hint={hint()}
      problem={problem}
      isTouched={isTouched}
      disabled={false}
    />
  );
}
