'use client';

import type { ReactNode } from 'react';
import { CoinIcon } from '@/components/ui/coin-icon';
import { FiatText, PriceChange } from '@/components/ui/fiat-text';
import { SparkLine } from '@/components/ui/spark-line';
import { useCoinPrices, useCoins, useCurrencies } from '@/lib/api/hooks';
import { useSilence } from '@/lib/api/price-stream';
import type { Coin, CoinPrice } from '@/lib/api/types';
import { useCurrency } from '@/lib/preferences/currency';
import { priceSourceName } from '@/lib/prices/price-source-name';
import { chooseSpotPair, useSpotPair } from '@/lib/prices/spot-pair';
import { COUNT_PLACE } from '../../site-dialog-props';
import { PriceFrame, PriceWait, type PriceWording } from './price-frame';

interface PriceRowProps {
  coin: Coin;
  price: CoinPrice;
  pair: string;
  currency: string;
  locale: string;
  decimals: number | undefined;
  /** Text shown instead of the price change if the price is stale, or null if it isn't. */
  staleText: string | null;
  /** Label for the period of the price change. */
  day: string;
  chosen: boolean;
  onChoose: () => void;
}

/** The price of a coin, with a radio button that selects it as the spot pair. */
function PriceRow({ coin, price, pair, day, staleText, chosen, onChoose, ...money }: PriceRowProps) {
  return (
    <label className="relative flex min-h-[4.25rem] cursor-pointer items-center gap-3 bg-raised px-4 py-2 sm:px-6 has-checked:bg-water-wash has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus lg:px-8">
      <input
        type="radio"
        name="spot-pair"
        value={pair}
        checked={chosen}
        onChange={onChoose}
        className="sr-only"
      />
      <CoinIcon icon={coin.icon} size={28} />
      <span className="min-w-14 text-sm">{coin.symbol}</span>
      <SparkLine points={price.spark} className="h-8 min-w-4 flex-1 text-tide" />
      <span className="text-end leading-tight">
        <FiatText value={price.price} {...money} className="text-sm" />
        {staleText === null ? (
          <PriceChange change={price.change24h} locale={money.locale} day={day} />
        ) : (
          <span className="block text-xs text-warning">{staleText}</span>
        )}
      </span>
    </label>
  );
}

const SHOWN = 4;

export interface LivePricesProps {
  locale: string;
  wording: PriceWording;
  drawing: ReactNode;
}

/**
 * The live prices of the first few coins. The price of the selected pair appears where the lines in the drawing end.
 */
export function LivePrices({ locale, wording, drawing }: LivePricesProps) {
  const currency = useCurrency((state) => state.currency);
  const pair = useSpotPair((state) => state.pair);
  const prices = useCoinPrices();
  const coins = useCoins();
  const decimals = useCurrencies().data?.find(({ name }) => name === currency)?.decimals;
  const isSilent = useSilence(prices.data);
  const staleText = (stale: boolean) => (stale || isSilent ? wording.stale : null);

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
        message={wording.unavailable}
        rows={failed ? undefined : <PriceWait {...wording} />}
        tip={wording.tip}
      />
    );
  }
  const { sources } = current.price;
  const at = new Date(current.price.at);
  const time = at.toLocaleTimeString(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <PriceFrame
      drawing={drawing}
      focus={
        <span className="absolute end-0 top-0 text-end sm:top-1/2 sm:-translate-y-[130%]">
          <span className="block text-xs text-muted">
            {current.coin.symbol} · {wording.yours}
          </span>
          <FiatText
            value={current.price.price}
            currency={currency}
            locale={locale}
            decimals={decimals}
            className="font-display text-xl"
          />
        </span>
      }
      rows={
        <fieldset className="grid min-w-0 grid-cols-1 gap-px bg-line sm:grid-cols-2">
          <legend className="sr-only">{wording.label}</legend>
          {rows.map((row) => (
            <PriceRow
              key={row.pair}
              {...row}
              currency={currency}
              locale={locale}
              decimals={decimals}
              staleText={staleText(row.price.stale)}
              day={wording.day}
              chosen={row === current}
              onChoose={() => chooseSpotPair(row.pair)}
            />
          ))}
        </fieldset>
      }
      tip={
        <span>
          {sources.length === 1
            ? wording.source
            : wording.sources.replace(COUNT_PLACE, String(sources.length))}{' '}
          {sources.map(priceSourceName).join(wording.comma)} ·{' '}
          <time dateTime={current.price.at} className="figures">
            {time}
          </time>
        </span>
      }
      note={rows.some(({ price }) => price.sample) ? wording.sample : null}
    />
  );
}
