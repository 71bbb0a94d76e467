import { useLocale, useTranslations } from 'next-intl';
import type { PlacedFunds } from '@/components/wallet/card/parts/card-params';
import type { CardProgram } from '@/lib/api/types';
import { percentText } from '@/lib/format/percent';
import { minorText } from '@/lib/wallet/card/card-money';

/** Who issues the cards, for whom, up to which limits, and what a purchase costs. */
export function ProgramTerms({ program, chosen }: { program: CardProgram; chosen: PlacedFunds | null }) {
  const t = useTranslations('wallet.card.create');
  const locale = useLocale();
  const { issuer, countries, currency, maxLimits, accounts } = program;
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const terms =
    chosen &&
    accounts.find(
      ({ chainId, token }) =>
        chainId === chosen.place.chainId && token.toLowerCase() === chosen.funds.token.address.toLowerCase(),
    );
  return (
    <ul className="grid gap-1 text-sm text-muted">
      <li>
        {t('terms.issuer', {
          issuer,
          countries: list.format(countries.map((code) => names.of(code) ?? code)),
        })}
      </li>
      <li>
        {t('terms.limits', {
          day: minorText(maxLimits.perDay, currency, locale),
          month: minorText(maxLimits.perMonth, currency, locale),
        })}
      </li>
      {terms ? (
        <li>
          {terms.marginBps > 0
            ? t('terms.margin', { margin: percentText(terms.marginBps, locale) })
            : t('terms.noMargin')}
        </li>
      ) : null}
    </ul>
  );
}
