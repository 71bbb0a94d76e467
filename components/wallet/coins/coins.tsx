'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Tabs } from '@/components/ui/tabs';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { usePageParams } from '@/lib/browser/page-params';
import { usePriceAlerts, watchPriceAlerts } from '@/lib/prices/price-alerts';
import { routes } from '@/lib/routes';
import { AlertList } from './alerts/alert-list';
import { CoinDetails } from './coin-details';
import { CoinList, coinViews, readCoinId, readCoinQuery, readCoinView, showCoinView } from './coin-list';
import { PairChart } from './pair/pair-chart';

/** All price alerts stored on this device. */
function AllAlerts() {
  const t = useTranslations('wallet.coins.alerts');
  const heading = useRef<HTMLHeadingElement>(null);
  const alerts = usePriceAlerts((state) => state.entries);
  useEffect(watchPriceAlerts, []);
  return (
    <section aria-labelledby="alerts" className="grid gap-4">
      <h2 id="alerts" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h2>
      <p className="measure text-sm text-muted">{t('lead')}</p>
      {alerts.length > 0 ? (
        <AlertList label={t('title')} alerts={alerts} onRemoved={() => heading.current?.focus()} />
      ) : (
        <EmptyState action={<WalletLink href={routes.coins}>{t('toCoins')}</WalletLink>}>
          {t('none')}
        </EmptyState>
      )}
    </section>
  );
}

/** Market page: the coin list, pair charts, and alerts, or a single coin if the URL has a coin ID. */
export function Coins() {
  const t = useTranslations('wallet.coins.view');
  const params = usePageParams();
  const id = readCoinId(params);
  const [initialId] = useState(id);
  if (id !== null) return <CoinDetails key={id} id={id} isReached={id !== initialId} />;
  const view = readCoinView(params);
  return (
    <Tabs
      label={t('label')}
      tabs={coinViews.map((value) => ({ value, label: t(value) }))}
      value={view}
      onChange={showCoinView}
    >
      {view === 'chart' ? (
        <PairChart />
      ) : view === 'alerts' ? (
        <AllAlerts />
      ) : (
        <CoinList {...readCoinQuery(params)} />
      )}
    </Tabs>
  );
}
