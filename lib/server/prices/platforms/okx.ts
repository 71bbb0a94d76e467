import 'server-only';
import { z } from 'zod';
import { type Platform, readAs, readIf, readJson } from './platform';

const trade = z.object({ instId: z.string(), last: z.string() });
const ticker = z.object({ arg: z.object({ channel: z.literal('tickers') }), data: z.array(trade) });
const answer = z.object({ code: z.literal('0'), data: z.tuple([trade]) });

/**
 * OKX v5, with the public tickers channel. The server closes a socket after 30 seconds of silence and answers the text
 * `ping` with the text `pong`.
 * https://www.okx.com/docs-v5/en/#websocket-api-connect
 */
export const okx: Platform = {
  name: 'okx',
  socketUrl: (base) => base,
  greetings: (pairs) => [
    JSON.stringify({ op: 'subscribe', args: pairs.map((instId) => ({ channel: 'tickers', instId })) }),
  ],
  ping: 'ping',
  readMessage: (text) => {
    if (text === 'pong') return { ticks: [] };
    const trades = readIf(ticker, readJson(text));
    return trades && { ticks: trades.data.map(({ instId, last }) => ({ pair: instId, price: last })) };
  },
  restUrl: (base, pair) => `${base}/api/v5/market/ticker?instId=${pair}`,
  readRest: (text) => readAs(answer, text).data[0].last,
};
