import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { percentText } from '@/components/wallet/display/percent-text';
import type { PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { useTermText } from './use-term-text';

/** What is offered, for a visitor without an account. */
export function TermList({
  terms,
  tokens,
}: {
  terms: readonly PledgeTerm[];
  tokens: ReadonlyMap<Address, ListedToken>;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const termText = useTermText();
  if (terms.length === 0) return <p className="text-muted">{t('noTerm')}</p>;
  return (
    <div className="grid gap-3">
      <p aria-hidden="true" className="flex justify-between gap-4 text-sm text-muted">
        <span>{t('terms')}</span>
        <span>{t('wholeRate')}</span>
      </p>
      <ul aria-label={t('terms')} className="grid gap-3">
        {terms.map((term) => (
          <li key={term.id.toString()} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <span className="text-lg">{termText(term.duration)}</span>
            <span className="text-end text-lg">
              <span className="sr-only">{t('wholeRate')} </span>
              <span className="figures">{percentText(term.rateBps, locale)}</span>
            </span>
            <span className="text-sm text-balance text-muted">
              {t('penaltyNote', { penalty: percentText(term.penaltyBps, locale) })}
            </span>
            <span className="text-end text-sm text-muted">{tokens.get(term.token)?.symbol}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
