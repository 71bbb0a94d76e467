import 'server-only';
import { coinPrice } from '@/lib/api/schemas/price';
import { PRICE_STREAM_REOPEN_MS } from '@/lib/constants';
import { ApiError } from '../../http/api-error';
import type { Client } from '../../http/client-address';
import type { StreamSource } from '../../http/event-stream';
import { clientCounts } from '../../limits/open-counts';
import { type Board, readBoard } from '../board';
import { asCoinPrice, rateOf } from '../coin-prices';
import { priceHub } from '../service';

/** Interval between heartbeats on an idle price stream. */
const PRICE_HEARTBEAT_MS = 15_000;
/** Delay before a disconnected reader of a price stream reconnects. */
export const PRICE_STREAM_RETRY_MS = 3_000;
/** Maximum number of open price streams per client on one instance. */
export const PRICE_STREAMS_PER_CLIENT = 20;
/** Maximum number of open price streams of all clients of an IPv6 /48 network together, on one instance. */
export const PRICE_STREAMS_PER_NETWORK = 100;

type Texts = ReadonlyMap<number, string>;

/** Serialized prices by board and currency rate. They are garbage-collected along with the board. */
const cache = new WeakMap<Board, Map<bigint, Texts>>();

/**
 * Returns each coin's price in a currency as JSON, by coin ID. Serialized only once per board and currency.
 * @throws ApiError 400 for an unknown currency.
 */
export function priceTexts(board: Board, currency: string | null): Texts {
  const rate = rateOf(board, currency);
  const ofBoard = cache.get(board) ?? new Map<bigint, Texts>();
  cache.set(board, ofBoard);
  const known = ofBoard.get(rate);
  if (known) return known;
  const texts = new Map(
    board.entries.map((entry) => [entry.coinId, JSON.stringify(coinPrice.parse(asCoinPrice(entry, rate)))]),
  );
  ofBoard.set(rate, texts);
  return texts;
}

/**
 * Opens a stream of price changes in one currency. Each reader first gets all prices, even after a reconnect:
 * timestamps can't identify missed changes, because a quote may already be old when it arrives.
 * @throws ApiError 400 for an unknown currency, 429 if the client or its network has too many streams, 503 if there
 * are too many readers.
 */
export async function openPriceStream(currency: string | null, client: Client): Promise<StreamSource> {
  const hub = priceHub();
  const counts = clientCounts(client, {
    perClient: PRICE_STREAMS_PER_CLIENT,
    perNetwork: PRICE_STREAMS_PER_NETWORK,
  });
  if (hub?.isFull(counts)) throw new ApiError(429, 'tooMany', { retryAfter: PRICE_STREAM_REOPEN_MS / 1_000 });
  const reader = hub?.subscribe(counts);
  if (!reader) throw new ApiError(503, 'busy');
  try {
    const board = await readBoard();
    rateOf(board, currency);
    reader.mark(board.entries.map(({ coinId }) => coinId));
  } catch (error) {
    reader.end();
    throw error;
  }
  return {
    cancel: () => reader.end(),
    next: async () => {
      const ids = await reader.next(PRICE_HEARTBEAT_MS);
      if (ids === null) return undefined;
      if (ids.length === 0) return null;
      const texts = priceTexts(await readBoard(), currency);
      const changed = ids.flatMap((id) => texts.get(id) ?? []);
      return changed.length === 0 ? null : { event: 'prices', data: `[${changed.join()}]` };
    },
  };
}
