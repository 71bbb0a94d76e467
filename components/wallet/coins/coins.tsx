'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Tabs } from '@/components/ui/tabs';
import { usePlace } from '@/components/wallet/shell/page-place';
import { AllAlerts } from './alerts/all-alerts';
import { CoinDetails } from './coin-details';
import { CoinList } from './coin-list';
import { coinViews, readCoinId, readCoinQuery, readCoinView, showCoinView } from './coin-query';
import { PairChart } from './pair/pair-chart';

/** The market: the coins listed here, pairs of them over time, and alerts; or the one coin that the address names. */
export function Coins() {
  const t = useTranslations('wallet.coins.view');
  const params = usePlace();
  const [opened] = useState(() => params.toString());
  const id = readCoinId(params);
  if (id !== null) return <CoinDetails key={id} id={id} isReached={params.toString() !== opened} />;
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
