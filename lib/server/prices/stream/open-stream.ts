import 'server-only';
import { coinPrice } from '@/lib/api/schemas/price';
import { PRICE_STREAM_REOPEN_MS } from '@/lib/constants';
import { ApiError } from '../../http/api-error';
import type { Client } from '../../http/client-address';
import { encodeEvent, type StreamReader } from '../../http/stream-reader';
import { clientCounts } from '../../limits/open-counts';
import { type Board, readBoard } from '../board';
import { asCoinPrice, rateOf } from '../coin-prices';
import { priceHub } from '../service';

/** Maximum number of open price streams per client on one instance. */
export const PRICE_STREAMS_PER_CLIENT = 20;
/** Maximum number of open price streams of all clients of an IPv6 /48 network together, on one instance. */
export const PRICE_STREAMS_PER_NETWORK = 100;

/** A board's prices in one currency as JSON by coin ID, and its events by the coins that they contain. */
type Rendered = { texts: ReadonlyMap<number, string>; events: Map<string, Uint8Array | null> };

/** Prices by board and currency rate. They are garbage-collected along with the board. */
const cache = new WeakMap<Board, Map<bigint, Rendered>>();

/** @throws ApiError 400 for an unknown currency. */
function rendered(board: Board, currency: string | null): Rendered {
  const rate = rateOf(board, currency);
  const ofBoard = cache.get(board) ?? new Map<bigint, Rendered>();
  cache.set(board, ofBoard);
  const known = ofBoard.get(rate);
  if (known) return known;
  const texts = board.entries.map(
    (entry) => [entry.coinId, JSON.stringify(coinPrice.parse(asCoinPrice(entry, rate)))] as const,
  );
  const made = { texts: new Map(texts), events: new Map() };
  ofBoard.set(rate, made);
  return made;
}

/**
 * Returns the encoded event with the prices of the given coins in a currency, or null if none has a price. All readers with the
 * same board, currency, and coins get the same bytes.
 * @throws ApiError 400 for an unknown currency.
 */
export function priceEvent(
  board: Board,
  currency: string | null,
  coinIds: readonly number[],
): Uint8Array | null {
  const { texts, events } = rendered(board, currency);
  const key = coinIds.join();
  const known = events.get(key);
  if (known !== undefined) return known;
  const changed = coinIds.flatMap((id) => texts.get(id) ?? []);
  const event = changed.length === 0 ? null : encodeEvent('prices', `[${changed.join()}]`);
  events.set(key, event);
  return event;
}

/**
 * Opens a stream of price changes in one currency. Each reader first gets all prices, even after a reconnect:
 * timestamps can't identify missed changes, because a quote may already be old when it arrives.
 * @throws ApiError 400 for an unknown currency, 429 if the client or its network has too many streams, 503 if there
 * are too many readers.
 */
export async function openPriceStream(
  currency: string | null,
  client: Client,
): Promise<StreamReader<number>> {
  const hub = priceHub();
  const counts = clientCounts(client, {
    perClient: PRICE_STREAMS_PER_CLIENT,
    perNetwork: PRICE_STREAMS_PER_NETWORK,
  });
  if (hub?.isFull(counts)) throw new ApiError(429, 'tooMany', { retryAfter: PRICE_STREAM_REOPEN_MS / 1_000 });
  const reader = hub?.subscribe(counts, async (coinIds) => priceEvent(await readBoard(), currency, coinIds));
  if (!reader) throw new ApiError(503, 'busy');
  try {
    const board = await readBoard();
    rateOf(board, currency);
    reader.mark(board.entries.map(({ coinId }) => coinId));
  } catch (error) {
    reader.end();
    throw error;
  }
  return reader;
}
