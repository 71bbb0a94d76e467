import 'server-only';
import { z } from 'zod';
import { type Platform, readAs, readIf, readJson } from './platform';

// Kraken sends prices as JSON numbers: `readJson` returns their text.
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
  /** One market, under Kraken's older name for it; `c` is the last trade's price and volume. */
  result: z.record(z.string(), z.object({ c: z.tuple([z.string()], z.string()) })),
});

/** The REST API's names have no slash and call bitcoin XBT. */
const restPair = (pair: string) => pair.replace('/', '').replace(/^BTC/, 'XBT');

/**
 * Kraken spot, WebSocket v2: ticker channel; the server sends heartbeats and answers a ping with a pong.
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
