import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { Coin } from '@/lib/api/types';
import { usePriceAlerts, watchPriceAlerts } from '@/lib/prices/price-alerts';
import { AlertForm } from './alert-form';
import { AlertList } from './alert-list';

/** One coin's alerts, and the way to set one. */
export function CoinAlerts({ coin }: { coin: Coin }) {
  const t = useTranslations('wallet.coins.alerts');
  const heading = useRef<HTMLHeadingElement>(null);
  const alerts = usePriceAlerts((state) => state.entries).filter(({ coinId }) => coinId === coin.id);
  useEffect(watchPriceAlerts, []);
  return (
    <section aria-labelledby="coin-alerts" className="grid gap-4">
      <h3 id="coin-alerts" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h3>
      <p className="measure text-sm text-muted">{t('lead')}</p>
      <AlertForm coin={coin} />
      {alerts.length > 0 ? (
        <AlertList label={t('title')} alerts={alerts} onRemoved={() => heading.current?.focus()} />
      ) : null}
    </section>
  );
}
