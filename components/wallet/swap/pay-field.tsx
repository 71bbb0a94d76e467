import { useLocale, useTranslations } from 'next-intl';
import { formatUnits } from 'viem';
import { Field } from '@/components/ui/field';
import { TextButton } from '@/components/wallet/display/text-button';
import { AmountField } from '@/components/wallet/fields/amount-field';
import { formatAmount } from '@/lib/format/amount';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { SwapView } from './use-swap';

/** Field for the amount to sell. If an account is signed in, it has a slider and a maximum button. */
export function PayField({
  id,
  isOwn,
  sold,
  amount,
  view: { spendable, isBalanceFailed },
  problem,
  disabled,
  onChange,
  onBlur,
}: {
  id: string;
  /** Whether an account is signed in. */
  isOwn: boolean;
  sold: SwapToken;
  amount: string;
  view: SwapView;
  problem: string | undefined;
  disabled: boolean;
  onChange: (amount: string) => void;
  onBlur: () => void;
}) {
  const t = useTranslations('wallet.swap');
  const transfer = useTranslations('wallet.transfer');
  const deposit = useTranslations('wallet.deposit');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const { symbol, decimals } = sold;
  const field = { id, label: t('amount'), onChange, onBlur, disabled };
  if (!isOwn) {
    return (
      <Field
        {...field}
        value={amount}
        inputMode="decimal"
        autoComplete="off"
        suffix={symbol}
        hint={t('amountHint')}
        {...(problem ? { error: problem } : {})}
      />
    );
  }
  const waiting = isBalanceFailed ? errors('nodeUnreachable') : transfer('loading');
  const available = (value: bigint) =>
    deposit('available', { amount: formatAmount(value, decimals, locale), symbol });
  return (
    <div className="grid gap-5">
      <AmountField
        {...field}
        sliderLabel={transfer('slider')}
        amount={amount}
        available={spendable}
        decimals={decimals}
        symbol={symbol}
        hint={spendable === undefined ? waiting : available(spendable)}
        problem={problem}
      />
      {spendable !== undefined && spendable > 0n && !disabled ? (
        <div className="-mt-3 text-end">
          <TextButton onClick={() => onChange(formatUnits(spendable, decimals))}>{t('max')}</TextButton>
        </div>
      ) : null}
    </div>
  );
}
