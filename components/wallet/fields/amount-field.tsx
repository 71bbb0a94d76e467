import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatUnits } from 'viem';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PercentSlider } from '@/components/ui/snap-slider';
import { notify } from '@/lib/browser/notices';
import { SLIDER } from '@/lib/constants';
import { formatAmount, parseAmount, percentOf } from '@/lib/format/amount';

const parts = SLIDER.stops.filter((percent) => percent > 0);

/**
 * Amount input with a slider for 25, 50, 75, or 100% of the available amount. For amounts in between, the slider shows
 * the lower step.
 */
export function AmountField({
  id,
  label,
  sliderLabel,
  amount,
  onChange,
  onBlur,
  available,
  decimals,
  symbol,
  hint,
  problem,
  disabled,
}: {
  id: string;
  label: string;
  sliderLabel: string;
  amount: string;
  onChange: (amount: string) => void;
  onBlur: () => void;
  /** Available amount in base units, or undefined while unknown. */
  available: bigint | undefined;
  decimals: number;
  symbol: string;
  hint: string;
  problem: string | undefined;
  disabled: boolean;
}) {
  const parsed = parseAmount(amount, decimals);
  const percent =
    'value' in parsed && available
      ? parts.findLast((part) => percentOf(available, part) <= parsed.value)
      : undefined;
  return (
    <>
      <Field
        id={id}
        label={label}
        value={amount}
        onChange={onChange}
        onBlur={onBlur}
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        suffix={symbol}
        hint={hint}
        {...(problem ? { error: problem } : {})}
      />
      <PercentSlider
        label={sliderLabel}
        value={percent ?? 0}
        disabled={disabled || !available}
        onChange={(next) => {
          // The slider was already at 0 and stays there. Keep the amount, which is below the first step.
          if (available === undefined || (next === 0 && percent === undefined)) return;
          onChange(next === 0 ? '' : formatUnits(percentOf(available, next), decimals));
        }}
      />
    </>
  );
}

/** Form with an amount field and a submit button. Errors appear next to the field. */
export function AmountForm({
  symbol,
  decimals,
  available,
  hint,
  problemOf,
  submitText,
  isClosed,
  isBusy,
  onStart,
  children,
}: {
  symbol: string;
  decimals: number;
  /** Available amount in base units, or undefined while unknown. */
  available: bigint | undefined;
  hint: string;
  /** Returns an error message if the amount (in base units) is invalid. */
  problemOf: (amount: bigint) => string | undefined;
  /** Returns the submit button's label. The amount is null if no valid one is entered. */
  submitText: (amount: string | null) => string;
  /** Whether the form is currently disabled. */
  isClosed: boolean;
  isBusy: boolean;
  /** Resolves to whether the transaction was sent. */
  onStart: (amount: bigint) => Promise<boolean>;
  /** Renders details of the amount (in base units) above the button. The amount is null if it is invalid. */
  children?: (amount: bigint | null) => ReactNode;
}) {
  const t = useTranslations('wallet.transfer');
  const locale = useLocale();
  const id = useId();
  const [text, setText] = useState('');
  const [touched, setTouched] = useState(false);

  const parsed = parseAmount(text, decimals);
  const problem =
    'problem' in parsed ? t(`problem.${parsed.problem}`, { decimals }) : problemOf(parsed.value);
  const amount = 'value' in parsed && problem === undefined ? parsed.value : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (amount === null) {
      notify('warning', problem ?? '');
      document.getElementById(id)?.focus();
      return;
    }
    if (await onStart(amount)) {
      setText('');
      setTouched(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <AmountField
        id={id}
        label={t('amount')}
        sliderLabel={t('slider')}
        amount={text}
        onChange={setText}
        onBlur={() => setTouched(text !== '')}
        available={available}
        decimals={decimals}
        symbol={symbol}
        hint={hint}
        problem={touched ? problem : undefined}
        disabled={isBusy || isClosed}
      />
      {children?.(amount)}
      <Button variant="signal" type="submit" disabled={isBusy || isClosed} aria-busy={isBusy}>
        {submitText(amount === null ? null : formatAmount(amount, decimals, locale, decimals))}
      </Button>
    </form>
  );
}
