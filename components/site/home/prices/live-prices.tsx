'use client';

import type { ReactNode } from 'react';
import { useCoinPrices, useCoinsQuietly } from '@/lib/api/hooks';
import { useCurrency } from '@/lib/currency';
import { chooseSpotPair, useSpotPair } from '@/lib/spot-pair';
import { FiatText } from './fiat-text';
import { PriceFrame } from './price-frame';
import { PriceRow } from './price-row';
import type { PriceWording } from './price-wording';

const SHOWN = 4;

export interface LivePricesProps {
  locale: string;
  wording: PriceWording;
  drawing: ReactNode;
}

/** The first coins' prices as they change. The chosen spot trading pair stands at the end of the drawing's lines. */
export function LivePrices({ locale, wording, drawing }: LivePricesProps) {
  const currency = useCurrency((state) => state.currency);
  const pair = useSpotPair((state) => state.pair);
  const prices = useCoinPrices();
  const coins = useCoinsQuietly();

  const rows = (coins.data ?? [])
    .flatMap((coin) => {
      const price = prices.data?.find(({ coinId }) => coinId === coin.id);
      return price ? [{ coin, price, pair: `${coin.symbol}/${currency}` }] : [];
    })
    .slice(0, SHOWN);
  const current = rows.find((row) => row.pair === pair) ?? rows[0];

  if (!current) {
    const known = prices.data !== undefined && coins.data !== undefined;
    const failed = known || prices.error || coins.error;
    return (
      <PriceFrame
        drawing={drawing}
        message={failed ? wording.unavailable : wording.loading}
        tip={wording.tip}
      />
    );
  }
  const at = new Date(current.price.at);
  const time = at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return (
    <PriceFrame
      drawing={drawing}
      focus={
        <span className="absolute end-0 top-1/2 -translate-y-[130%] bg-raised ps-3 text-end">
          <span className="block text-xs text-muted">
            {current.coin.symbol} · {wording.yours}
          </span>
          <FiatText
            value={current.price.price}
            currency={currency}
            locale={locale}
            className="font-display text-xl"
          />
        </span>
      }
      rows={
        <fieldset className="grid min-w-0 gap-px bg-line sm:grid-cols-2">
          <legend className="sr-only">{wording.label}</legend>
          {rows.map((row) => (
            <PriceRow
              key={row.pair}
              {...row}
              currency={currency}
              locale={locale}
              day={wording.day}
              chosen={row === current}
              onChoose={() => chooseSpotPair(row.pair)}
            />
          ))}
        </fieldset>
      }
      tip={
        <span>
          {current.price.stale ? (
            <strong className="me-2 font-[550] text-warning">{wording.late}</strong>
          ) : null}
          {wording.sources} {new Intl.ListFormat(locale, { type: 'unit' }).format(current.price.sources)} ·{' '}
          <time dateTime={current.price.at} className="figures">
            {time}
          </time>
        </span>
      }
    />
  );
}
