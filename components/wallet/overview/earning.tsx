import { useTranslations } from 'next-intl';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { usePositionTotals } from '@/components/wallet/earn/position-totals';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import type { Position } from '@/lib/wallet/earn/positions';

/** What the account has in stakes, pledges, and presales, and what it has earned. Renders nothing without positions. */
export function Earning({ positions, prices }: { positions: readonly Position[]; prices: DisplayPrices }) {
  const t = useTranslations('wallet.overview.earning');
  const { figures, notes } = usePositionTotals(positions, prices, false);
  if (positions.length === 0) return null;
  return (
    <section aria-labelledby="home-earning" className="grid content-start gap-3">
      <h2 id="home-earning" className="text-xl">
        {t('title')}
      </h2>
      <dl className="border-t border-line">
        {(['held', 'earned'] as const).map((name) => (
          <FigureRow key={name} label={t(name)}>
            {figures ? <FiatValueText value={figures[name]} money={prices.money} /> : '–'}
          </FigureRow>
        ))}
      </dl>
      {notes.length > 0 ? <p className="measure text-xs text-muted">{notes.join(' ')}</p> : null}
      <WalletLink href={routes.earn}>{t('all')}</WalletLink>
    </section>
  );
}
