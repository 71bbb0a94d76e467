import type { PricePlatform } from '@/lib/settings/settings-schema';

/** A price platform's documented message format. `now` is the platform's clock in ms since the epoch. */
export type Dialect = {
  name: PricePlatform;
  /** Returns the markets that a new socket or a message subscribes to. */
  subscribed: (path: string, message: string | null) => string[];
  ticker: (pair: string, price: string, now: number) => string;
  /** Returns the response to a client message that isn't a subscription, or null if there is none. */
  pong: (message: string) => string | null;
  /** Message sent every second, or null if the platform sends none. */
  heartbeat: ((pairs: readonly string[], now: number) => string) | null;
  /** Returns the market that an HTTP API path refers to. */
  restPair: (path: string, pairs: readonly string[]) => string | undefined;
  rest: (pair: string, price: string, now: number) => string;
};

const iso = (now: number) => new Date(now).toISOString();

const binance: Dialect = {
  name: 'binance',
  subscribed: (path, message) =>
    message === null
      ? (new URL(path, 'ws://x').searchParams.get('streams') ?? '')
          .split('/')
          .filter((stream) => /^[a-z0-9]+@miniTicker$/.test(stream))
          .map((stream) => stream.replace('@miniTicker', '').toUpperCase())
      : [],
  ticker: (s, c, E) =>
    JSON.stringify({
      stream: `${s.toLowerCase()}@miniTicker`,
      data: { e: '24hrMiniTicker', E, s, c, o: '1.0', h: '9.0', l: '0.5', v: '10000', q: '18' },
    }),
  pong: () => null,
  heartbeat: null,
  restPair: (path) => new URL(path, 'http://x').searchParams.get('symbol') ?? undefined,
  rest: (symbol, price) => JSON.stringify({ symbol, price }),
};

const coinbase: Dialect = {
  name: 'coinbase',
  subscribed: (_path, message) => {
    const parsed = JSON.parse(message ?? '{}');
    return parsed.type === 'subscribe' && parsed.channels.includes('ticker') ? parsed.product_ids : [];
  },
  ticker: (product_id, price, now) =>
    JSON.stringify({
      type: 'ticker',
      sequence: 37475248783,
      product_id,
      price,
      open_24h: '1310.79',
      volume_24h: '245532.79269678',
      best_bid: price,
      best_ask: price,
      side: 'sell',
      time: iso(now),
      trade_id: 370843401,
      last_size: '11.4396987',
    }),
  pong: () => null,
  heartbeat: ([product_id], now) =>
    JSON.stringify({ type: 'heartbeat', sequence: 90, last_trade_id: 20, product_id, time: iso(now) }),
  restPair: (path) => /^\/products\/([^/]+)\/ticker$/.exec(path)?.[1],
  rest: (_pair, price, now) =>
    JSON.stringify({
      trade_id: 86326522,
      price,
      size: '0.00698254',
      time: iso(now),
      bid: price,
      ask: price,
      volume: '2',
    }),
};

const kraken: Dialect = {
  name: 'kraken',
  subscribed: (_path, message) => {
    const parsed = JSON.parse(message ?? '{}');
    return parsed.method === 'subscribe' && parsed.params.channel === 'ticker' ? parsed.params.symbol : [];
  },
  // The platform sends prices as JSON numbers instead of strings.
  ticker: (symbol, price, now) =>
    `{"channel":"ticker","type":"update","data":[{"symbol":"${symbol}","bid":${price},"bid_qty":740.0,"ask":${price},"ask_qty":740.0,"last":${price},"volume":997038.98383185,"vwap":0.10148,"low":0.09979,"high":0.10285,"change":-0.00017,"change_pct":-0.17,"timestamp":"${iso(now)}"}]}`,
  pong: (message) =>
    JSON.parse(message).method === 'ping' ? '{"method":"pong","time_in":"x","time_out":"y"}' : null,
  heartbeat: () => '{"channel":"heartbeat"}',
  restPair: (path, pairs) => {
    const asked = new URL(path, 'http://x').searchParams.get('pair');
    return pairs.find((pair) => pair.replace('/', '').replace(/^BTC/, 'XBT') === asked);
  },
  rest: (pair, price) =>
    JSON.stringify({
      error: [],
      result: { [`X${pair.replace('/', 'Z')}`]: { a: [price, '1', '1.000'], c: [price, '0.1'] } },
    }),
};

const okx: Dialect = {
  name: 'okx',
  subscribed: (_path, message) => {
    if (message === null || message === 'ping') return [];
    const { op, args } = JSON.parse(message) as { op: string; args: { channel: string; instId: string }[] };
    return op === 'subscribe'
      ? args.flatMap(({ channel, instId }) => (channel === 'tickers' ? [instId] : []))
      : [];
  },
  ticker: (instId, last, now) =>
    JSON.stringify({
      arg: { channel: 'tickers', instId },
      data: [{ instType: 'SPOT', instId, last, lastSz: '0.1', askPx: last, bidPx: last, ts: String(now) }],
    }),
  pong: (message) => (message === 'ping' ? 'pong' : null),
  heartbeat: null,
  restPair: (path) => new URL(path, 'http://x').searchParams.get('instId') ?? undefined,
  rest: (instId, last, now) =>
    JSON.stringify({ code: '0', msg: '', data: [{ instType: 'SPOT', instId, last, ts: String(now) }] }),
};

export const dialects = { binance, coinbase, kraken, okx } satisfies Record<PricePlatform, Dialect>;
