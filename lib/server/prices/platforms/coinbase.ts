import 'server-only';
import { z } from 'zod';
import { type Platform, readAs, readIf, readJson } from './platform';

const ticker = z.object({ type: z.literal('ticker'), product_id: z.string(), price: z.string() });
const heartbeat = z.object({ type: z.literal('heartbeat') });
const answer = z.object({ price: z.string() });

/**
 * Coinbase Exchange, with the ticker channel and the heartbeat channel, which shows that the socket is alive even if
 * the market is quiet.
 * https://docs.cdp.coinbase.com/exchange/websocket-feed/channels
 */
export const coinbase: Platform = {
  name: 'coinbase',
  socketUrl: (base) => base,
  greetings: (pairs) => [
    JSON.stringify({ type: 'subscribe', product_ids: pairs, channels: ['ticker', 'heartbeat'] }),
  ],
  ping: null,
  readMessage: (text) => {
    const message = readJson(text);
    const trade = readIf(ticker, message);
    if (trade) return { ticks: [{ pair: trade.product_id, price: trade.price }] };
    return readIf(heartbeat, message) && { ticks: [] };
  },
  restUrl: (base, pair) => `${base}/products/${pair}/ticker`,
  readRest: (text) => readAs(answer, text).price,
};
