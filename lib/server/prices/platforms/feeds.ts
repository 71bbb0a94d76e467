import 'server-only';
import { type PricePlatform, serverEnv } from '@/lib/env';
import type { PriceSettings } from '../../seed/price-settings';
import type { Quote } from '../combine';
import type { Health } from '../health';
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

/** The feeds of the platforms that are switched on, with the markets that the settings name. */
export function makeFeeds(settings: PriceSettings, health: Health): Feed[] {
  return serverEnv().PRICE_PLATFORMS.flatMap((name) => {
    const pairs = Object.values(settings.coins).flatMap(({ markets }) => markets[name]?.pair ?? []);
    return pairs.length > 0 ? [new Feed(platforms[name], pairs, urlsOf(name), health)] : [];
  });
}

type KnownFeed = { platform: Pick<Platform, 'name'>; quotes: ReadonlyMap<string, MarketQuote> };

/** What each platform last said a pegged coin costs in US dollars, however long ago. */
export function dollarPrices(settings: PriceSettings, feeds: readonly KnownFeed[]): Map<string, bigint[]> {
  const pegged = Object.entries(settings.coins).filter(([, coin]) => coin.pegged);
  return new Map(
    pegged.map(([symbol, { markets }]) => [
      symbol,
      feeds.flatMap(({ platform, quotes }) => {
        const market = markets[platform.name];
        const known = market?.quote === 'USD' ? quotes.get(market.pair) : undefined;
        return known ? [known.price] : [];
      }),
    ]),
  );
}

/** The platforms' quotes of a coin in US dollars. One in a pegged coin that does not count a dollar now is left out. */
export function platformQuotes(
  symbol: string,
  settings: PriceSettings,
  feeds: readonly KnownFeed[],
  whole: ReadonlySet<string>,
): Quote[] {
  const coin = settings.coins[settings.coins[symbol]?.sameAs ?? symbol];
  return feeds.flatMap(({ platform, quotes }) => {
    const market = coin?.markets[platform.name];
    const known = market && quotes.get(market.pair);
    if (!known || (market.quote !== 'USD' && !whole.has(market.quote))) return [];
    return [{ source: platform.name, price: known.price, at: known.at, testnet: false }];
  });
}
