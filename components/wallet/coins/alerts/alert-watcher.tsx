'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import useSWR from 'swr';
import { formatUnits } from 'viem';
import { call } from '@/lib/api/client';
import { useCoinPrices } from '@/lib/api/hooks';
import { useSilence } from '@/lib/api/price-stream';
import type { Currency } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { useCurrency } from '@/lib/preferences/currency';
import {
  ALERT_DECIMALS,
  dueAlerts,
  notifyOnce,
  usePriceAlerts,
  watchPriceAlerts,
} from '@/lib/prices/price-alerts';
import { priceString } from './use-alert-text';

/** Refresh interval of the currency list while any alert is active. */
const RATE_POLL_MS = 60 * 60 * 1_000;

/** Checks the alerts against live prices. Stale prices never trigger an alert. */
function Watch() {
  const t = useTranslations('wallet.coins.alerts');
  const locale = useLocale();
  const currency = useCurrency((state) => state.currency);
  const alerts = usePriceAlerts((state) => state.entries);
  const { data: prices } = useCoinPrices();
  const isSilent = useSilence(prices);
  const { data: currencies } = useSWR(
    '/config/currencyList',
    (path) => call<Currency[]>(path, { silent: true }),
    { refreshInterval: RATE_POLL_MS, revalidateOnFocus: false },
  );

  const check = useEffectEvent(() => {
    if (isSilent) return;
    const due = dueAlerts(alerts, {
      currency,
      priceOf: (id) => prices?.find(({ coinId, stale }) => coinId === id && !stale)?.price ?? null,
      rateOf: (name) => currencies?.find((entry) => entry.name === name)?.rate,
    });
    for (const { alert, price } of due) {
      const decimals = currencies?.find(({ name }) => name === alert.currency)?.decimals;
      const text = (value: string) => priceString(value, { currency: alert.currency, locale, decimals });
      void notifyOnce(alert.id, Date.now(), () =>
        notify(
          'success',
          t(`news.${alert.side}`, {
            symbol: alert.symbol,
            price: text(formatUnits(price, ALERT_DECIMALS)),
            limit: text(alert.price),
          }),
        ),
      );
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again when any of these changes
  useEffect(() => check(), [alerts, prices, isSilent, currencies, currency]);
  return null;
}

/** Shows a toast when a price alert triggers. Loads no prices if there are no pending alerts. */
export function AlertWatcher() {
  const isWaiting = usePriceAlerts((state) => state.entries.some(({ toldAt }) => toldAt === null));
  useEffect(watchPriceAlerts, []);
  return isWaiting ? <Watch /> : null;
}
