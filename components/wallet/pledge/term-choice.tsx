import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Address } from 'viem';
import { percentText } from '@/components/wallet/display/percent-text';
import { formatAmount } from '@/lib/format/amount';
import { type PledgeTerm, pledgeFigures } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { useMomentText } from './use-moment-text';
import { useTermText } from './use-term-text';

/** The terms to choose from, each with its rate, its maturity and what it would pay on top of the amount. */
export function TermChoice({
  terms,
  tokens,
  chosen,
  amount,
  now,
  disabled,
  onChoose,
}: {
  terms: readonly PledgeTerm[];
  tokens: ReadonlyMap<Address, ListedToken>;
  chosen: PledgeTerm;
  /** Base units; null while none is typed. */
  amount: bigint | null;
  /** The chain's time. */
  now: bigint;
  disabled: boolean;
  onChoose: (term: PledgeTerm) => void;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const name = useId();
  const termText = useTermText();
  const momentText = useMomentText();
  const paid = (term: PledgeTerm) => {
    const token = tokens.get(term.token);
    if (!token) return '';
    const { symbol, decimals } = token;
    if (amount === null || term.token !== chosen.token) return symbol;
    const { interest } = pledgeFigures(amount, term);
    return t('paidOnTop', { amount: formatAmount(interest, decimals, locale), symbol });
  };
  return (
    <fieldset disabled={disabled} className="grid gap-2">
      <legend className="mb-2 text-sm">{t('term')}</legend>
      {terms.map((term) => (
        <label key={term.id.toString()} className="option-row">
          <input type="radio" name={name} checked={term.id === chosen.id} onChange={() => onChoose(term)} />
          <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <span>{termText(term.duration)}</span>
            <span className="figures text-end">{percentText(term.rateBps, locale)}</span>
            <span className="text-xs text-balance break-keep text-muted">
              {t('maturesOn', { date: momentText(now + BigInt(term.duration), 'date') })}
            </span>
            <span className="figures text-end text-xs text-muted wrap-anywhere">{paid(term)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
