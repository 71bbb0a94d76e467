import { formatUnits } from 'viem';
import { Field } from '@/components/ui/field';
import { PercentSlider } from '@/components/ui/percent-slider';
import { SLIDER } from '@/lib/constants';
import { parseAmount, percentOf } from '@/lib/format/amount';

const parts = SLIDER.stops.filter((percent) => percent > 0);

/**
 * An amount as text, and a slider that takes a quarter, a half, three quarters or all of what is available; of an amount
 * between two of them it stands at the lower one.
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
  /** Base units; undefined while unknown. */
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
          // Let go at nothing, where it stood before: a small amount is kept.
          if (available === undefined || (next === 0 && percent === undefined)) return;
          onChange(next === 0 ? '' : formatUnits(percentOf(available, next), decimals));
        }}
      />
    </>
  );
}
