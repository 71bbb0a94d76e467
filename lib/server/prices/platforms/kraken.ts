import 'server-only';
import { z } from 'zod';
import { type Platform, readAs, readIf, readJson } from './platform';

// Kraken sends prices as JSON numbers, which `readJson` returns as text.
const ticker = z.object({
  channel: z.literal('ticker'),
  data: z.array(z.object({ symbol: z.string(), last: z.string() })),
});
const heartbeat = z.union([
  z.object({ channel: z.literal('heartbeat') }),
  z.object({ method: z.literal('pong') }),
]);
const answer = z.object({
  error: z.array(z.string()).max(0),
  /** A single market, under Kraken's legacy name. `c` contains the price and volume of the last trade. */
  result: z.record(z.string(), z.object({ c: z.tuple([z.string()], z.string()) })),
});

/** Converts a pair to its name in the REST API, which has no slash and uses XBT for bitcoin. */
const restPair = (pair: string) => pair.replace('/', '').replace(/^BTC/, 'XBT');

/**
 * Kraken spot market, WebSocket v2: ticker channel. The server sends heartbeats and answers a ping with a pong.
 * https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/ticker
 */
export const kraken: Platform = {
  name: 'kraken',
  socketUrl: (base) => base,
  greetings: (pairs) => [
    JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', symbol: pairs } }),
  ],
  ping: JSON.stringify({ method: 'ping' }),
  readMessage: (text) => {
    const message = readJson(text);
    const trades = readIf(ticker, message);
    if (trades) return { ticks: trades.data.map(({ symbol, last }) => ({ pair: symbol, price: last })) };
    return readIf(heartbeat, message) && { ticks: [] };
  },
  restUrl: (base, pair) => `${base}/0/public/Ticker?pair=${restPair(pair)}`,
  readRest: (text) => {
    const [only, ...others] = Object.values(readAs(answer, text).result);
    if (!only || others.length > 0) throw new Error('expected exactly one market');
    return only.c[0];
  },
};
