import { useTranslations } from 'next-intl';
import { formatUnits } from 'viem';
import { SelectField } from '@/components/ui/select-field';
import { NumberField } from '@/components/wallet/fields/number-field';
import { type AmountProblem, parseAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import type { CardLimits } from '@/lib/wallet/card/card-plan';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Limits as the user entered them. `overCapture` is in basis points. */
export type LimitsDraft = { perDay: string; perMonth: string; offlinePerMonth: string; overCapture: string };

const amounts = ['perDay', 'perMonth', 'offlinePerMonth'] as const;
type AmountName = (typeof amounts)[number];

/** Choices for what a capture can exceed its hold by, up to the contract's maximum (`MAX_OVER_CAPTURE_BPS`). */
const overCaptures = [0, 1_000, 1_500, 2_000, 2_500] as const;

/** Largest amount that the contract stores (96 bits). */
const MAX_LIMIT = 2n ** 96n - 1n;

/** Returns limits as text for the form. */
export const draftOfLimits = (limits: CardLimits, decimals: number): LimitsDraft => ({
  perDay: formatUnits(limits.perDay, decimals),
  perMonth: formatUnits(limits.perMonth, decimals),
  offlinePerMonth: formatUnits(limits.offlinePerMonth, decimals),
  overCapture: String(limits.overCaptureBps),
});

/** The first field that is wrong, and why. */
type LimitProblem = { name: AmountName; problem: AmountProblem | 'order' };

/** Parses an amount into base units. Only the limit of purchases without approval can be 0. */
function readLimit(name: AmountName, text: string, decimals: number): ReturnType<typeof parseAmount> {
  const parsed = parseAmount(text, decimals);
  if ('value' in parsed) return parsed.value <= MAX_LIMIT ? parsed : { problem: 'tooLarge' };
  return parsed.problem === 'zero' && name === 'offlinePerMonth' ? { value: 0n } : parsed;
}

/** Returns the entered limits, or what is wrong with them. */
export function readLimits(
  draft: LimitsDraft,
  decimals: number,
): { limits: CardLimits } | { problem: LimitProblem } {
  const limits = { perDay: 0n, perMonth: 0n, offlinePerMonth: 0n, overCaptureBps: Number(draft.overCapture) };
  for (const name of amounts) {
    const read = readLimit(name, draft[name], decimals);
    if ('problem' in read) return { problem: { name, problem: read.problem } };
    limits[name] = read.value;
  }
  return limits.perDay > limits.perMonth ? { problem: { name: 'perDay', problem: 'order' } } : { limits };
}

/** Fields for a card's limits, each with what it means. */
export function LimitsFields({
  id,
  draft,
  token,
  problem,
  locale,
  onChange,
}: {
  /** Prefix of the fields' IDs. */
  id: string;
  draft: LimitsDraft;
  token: ListedToken;
  problem: LimitProblem | null;
  locale: string;
  onChange: (draft: LimitsDraft) => void;
}) {
  const t = useTranslations('wallet.card.limits');
  const amountText = useTranslations('wallet.transfer.problem');
  const errorOf = (name: AmountName) => {
    if (problem?.name !== name) return {};
    const { decimals } = token;
    return { error: problem.problem === 'order' ? t('order') : amountText(problem.problem, { decimals }) };
  };
  const known: readonly number[] = overCaptures;
  const chosen = Number(draft.overCapture);
  const shares = known.includes(chosen) ? known : [...known, chosen];
  return (
    <>
      {amounts.map((name) => (
        <NumberField
          key={name}
          id={`${id}-${name}`}
          label={t(`${name}.label`)}
          hint={t(`${name}.hint`)}
          suffix={token.symbol}
          value={draft[name]}
          onChange={(next) => onChange({ ...draft, [name]: next })}
          {...errorOf(name)}
        />
      ))}
      <div>
        <SelectField
          label={t('overCapture.label')}
          value={draft.overCapture}
          options={shares.map((bps) => ({
            value: String(bps),
            label: bps === 0 ? t('overCapture.none') : percentText(bps, locale),
          }))}
          onChange={(next) => onChange({ ...draft, overCapture: next })}
        />
        <p className="field-hint">{t('overCapture.hint')}</p>
      </div>
    </>
  );
}
