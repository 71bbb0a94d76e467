import 'server-only';
import { z } from 'zod';
import { type Platform, readAs, readIf, readJson } from './platform';

const event = z.object({
  stream: z.string(),
  data: z.object({ e: z.literal('24hrMiniTicker'), s: z.string(), c: z.string() }),
});
const answer = z.object({ symbol: z.string(), price: z.string() });

/**
 * Binance spot market, with combined streams, whose names are lowercase. The server pings every 20 seconds, which the
 * WebSocket client answers automatically, and closes the connection after 24 hours.
 * https://developers.binance.com/docs/binance-spot-api-docs/web-socket-streams
 */
export const binance: Platform = {
  name: 'binance',
  socketUrl: (base, pairs) =>
    `${base}/stream?streams=${pairs.map((pair) => `${pair.toLowerCase()}@miniTicker`).join('/')}`,
  greetings: () => [],
  ping: null,
  readMessage: (text) => {
    const ticker = readIf(event, readJson(text));
    return ticker && { ticks: [{ pair: ticker.data.s, price: ticker.data.c }] };
  },
  restUrl: (base, pair) => `${base}/api/v3/ticker/price?symbol=${pair}`,
  readRest: (text) => readAs(answer, text).price,
};
