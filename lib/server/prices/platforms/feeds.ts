import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import type { PricePlatform } from '@/lib/settings/settings-schema';
import type { PriceSettings } from '../../seed/price-settings';
import type { Quote } from '../combine';
import { multiply, ONE } from '../fixed-point';
import type { Health } from '../health';
import type { PegValues } from '../peg';
import { binance } from './binance';
import { coinbase } from './coinbase';
import { Feed, type FeedUrls, type MarketQuote } from './feed';
import { kraken } from './kraken';
import { okx } from './okx';
import type { Platform } from './platform';

const platforms: Record<PricePlatform, Platform> = { binance, coinbase, kraken, okx };

function urlsOf(name: PricePlatform): FeedUrls {
  const env = serverEnv();
  return {
    binance: { socket: env.BINANCE_SOCKET_URL, rest: env.BINANCE_REST_URL },
    coinbase: { socket: env.COINBASE_SOCKET_URL, rest: env.COINBASE_REST_URL },
    kraken: { socket: env.KRAKEN_SOCKET_URL, rest: env.KRAKEN_REST_URL },
    okx: { socket: env.OKX_SOCKET_URL, rest: env.OKX_REST_URL },
  }[name];
}

/** Creates the feeds of the enabled platforms, with the markets listed in the settings. */
export function makeFeeds(settings: PriceSettings, health: Health): Feed[] {
  return serverEnv().PRICE_PLATFORMS.flatMap((name) => {
    const pairs = Object.values(settings.coins).flatMap(({ markets }) => markets[name]?.pair ?? []);
    return pairs.length > 0 ? [new Feed(platforms[name], pairs, urlsOf(name), health)] : [];
  });
}

export type KnownFeed = {
  platform: Pick<Platform, 'name'>;
  quotes: ReadonlyMap<string, MarketQuote>;
  isUnreachable: boolean;
};

/**
 * Returns the platforms' prices of pegged coins in US dollars: the fresh quotes (`now`: ms, monotonic clock) or, if
 * there are none, the last quotes, no matter how old. The list is empty while the first quote is pending. A coin is
 * missing if no platform quotes it in US dollars, or if no quote has arrived and all platforms are unreachable.
 */
export function dollarPrices(
  settings: PriceSettings,
  feeds: readonly KnownFeed[],
  now: number,
): Map<string, bigint[]> {
  const pegged = Object.entries(settings.coins).filter(([, coin]) => coin.pegged);
  const isAnyReachable = feeds.some(({ isUnreachable }) => !isUnreachable);
  return new Map(
    pegged.flatMap(([symbol, { markets }]) => {
      const isAwaited =
        isAnyReachable && feeds.some(({ platform: { name } }) => markets[name]?.quote === 'USD');
      const words = feeds.flatMap(({ platform: { name }, quotes }) => {
        const market = markets[name];
        const known = market?.quote === 'USD' ? quotes.get(market.pair) : undefined;
        return known ? [{ price: known.price, isFresh: now - known.at <= settings.maxAgeMs[name] }] : [];
      });
      const fresh = words.filter(({ isFresh }) => isFresh);
      if (words.length === 0 && !isAwaited) return [];
      return [[symbol, (fresh.length > 0 ? fresh : words).map(({ price }) => price)] as const];
    }),
  );
}

/** Returns each platform's US dollar quote for a coin. Skips quotes in a pegged coin that isn't active. */
export function platformQuotes(
  symbol: string,
  settings: PriceSettings,
  feeds: readonly KnownFeed[],
  pegs: PegValues,
): Quote[] {
  const coin = settings.coins[settings.coins[symbol]?.sameAs ?? symbol];
  return feeds.flatMap(({ platform, quotes }) => {
    const market = coin?.markets[platform.name];
    const known = market && quotes.get(market.pair);
    const unit = market?.quote === 'USD' ? ONE : pegs.get(market?.quote ?? '');
    if (!known || unit === undefined) return [];
    return [{ source: platform.name, price: multiply(known.price, unit), at: known.at, testnet: false }];
  });
}
