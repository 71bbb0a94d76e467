import { useEffect, useState } from 'react';
import { PRICE_STALE_AFTER_MS, PRICE_STREAM_REOPEN_MS } from '@/lib/constants';
import { streamUrl } from './client';
import type { CoinPrice } from './types';

type Callbacks = {
  /** Called with new or changed prices. */
  onPrices: (prices: CoinPrice[]) => void;
  /** Called when the stream opens or closes. */
  onState: (isOpen: boolean) => void;
};

/**
 * Follows the price stream while the page is visible. Browsers allow few connections per host, and hidden tabs would
 * use them up. A rejected stream is retried here after a delay; the browser itself reconnects an interrupted one.
 * Returns a function that closes the stream.
 */
export function followPrices(currency: string, { onPrices, onState }: Callbacks): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    onState(false);
    const opened = new EventSource(streamUrl('/coin/pricing/stream', { currency }));
    source = opened;
    opened.addEventListener('open', () => onState(true));
    opened.addEventListener('prices', ({ data }: MessageEvent<string>) => onPrices(JSON.parse(data)));
    opened.addEventListener('error', () => {
      onState(false);
      if (opened.readyState === EventSource.CLOSED && source === opened)
        retry = setTimeout(open, PRICE_STREAM_REOPEN_MS);
    });
  };
  const follow = () => {
    if (document.visibilityState === 'visible') open();
    else {
      close();
      onState(false);
    }
  };

  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

/** Returns `prices` with the changes applied. */
export function mergePrices(prices: readonly CoinPrice[], changed: readonly CoinPrice[]): CoinPrice[] {
  const latest = new Map([...prices, ...changed].map((price) => [price.coinId, price]));
  return [...latest.values()];
}

/** React hook that returns whether `news` hasn't changed for PRICE_STALE_AFTER_MS, measured by this device's clock. */
export function useSilence(news: unknown): boolean {
  const [silent, setSilent] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSilent(news), PRICE_STALE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [news]);
  return news !== undefined && silent === news;
}
