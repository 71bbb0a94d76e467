import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/select-field';
import { NumberField } from '@/components/wallet/fields/number-field';
import type { Coin } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import {
  ALERT_DECIMALS,
  type AlertProblem,
  type AlertSide,
  addPriceAlert,
  PRICE_ALERT_LIMIT,
  readAlert,
  usePriceAlerts,
} from '@/lib/prices/price-alerts';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { useAlertText } from './use-alert-text';

/** Form that sets a price alert on a coin, in the display currency. */
export function AlertForm({ coin }: { coin: Coin }) {
  const t = useTranslations('wallet.coins.alerts');
  const text = useAlertText();
  const {
    priceOf,
    isStale,
    money: { currency },
  } = useDisplayPrices();
  const id = useId();
  const [side, setSide] = useState<AlertSide>('above');
  const [price, setPrice] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const problemText = (what: AlertProblem, now: string | null) =>
    what === 'reached'
      ? t(`problem.reached.${side}`, { now: now === null ? '' : text(now, { currency }) })
      : t(`problem.${what}`, { decimals: ALERT_DECIMALS, limit: PRICE_ALERT_LIMIT });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const live = priceOf(coin.id);
    const now = live && !isStale(live) ? live.price : null;
    const draft = { coinId: coin.id, symbol: coin.symbol, currency, side };
    const read = readAlert(price, draft, now, usePriceAlerts.getState().entries);
    if ('problem' in read) {
      setProblem(problemText(read.problem, now));
      document.getElementById(id)?.focus();
      return;
    }
    const { alert } = read;
    const isSaved = addPriceAlert(alert);
    const told = t(`wish.${side}`, { symbol: coin.symbol, price: text(alert.price, alert) });
    if (isSaved) notify('success', t('saved', { wish: told }));
    else notify('warning', t('notKept'));
    setPrice('');
    setProblem(null);
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-form gap-x-4 gap-y-3 sm:grid-cols-2">
      <SelectField
        label={t('side')}
        value={side}
        options={(['above', 'below'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(value) => {
          setSide(value === 'below' ? 'below' : 'above');
          setProblem(null);
        }}
      />
      <NumberField
        id={id}
        label={t('price')}
        value={price}
        onChange={(value) => {
          setPrice(value);
          setProblem(null);
        }}
        maxLength={40}
        suffix={currency}
        {...(problem ? { error: problem } : {})}
      />
      <div className="sm:col-span-2">
        <Button type="submit">{t('set')}</Button>
      </div>
    </form>
  );
}
