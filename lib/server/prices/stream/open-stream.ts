import 'server-only';
import { coinPrice } from '@/lib/api/schemas/price';
import { PRICE_STREAM_REOPEN_MS } from '@/lib/constants';
import { PRICE_HEARTBEAT_MS, PRICE_STREAMS_PER_CLIENT } from '@/lib/server-constants';
import { ApiError } from '../../http/api-error';
import type { EventSourceOf } from '../../http/event-stream';
import { type Board, readBoard } from '../board';
import { asCoinPrice, rateOf } from '../pricing';
import { priceHub } from '../service';

type Texts = ReadonlyMap<number, string>;

/** By board, as long as somebody holds it, and by the rate it is told at. */
const made = new WeakMap<Board, Map<bigint, Texts>>();

/**
 * Each coin's price as JSON, by coin id, in a currency: made once a board and currency, however many read it. Throws
 * ApiError 400 for an unknown currency.
 */
export function priceTexts(board: Board, currency: string | null): Texts {
  const rate = rateOf(board, currency);
  const ofBoard = made.get(board) ?? new Map<bigint, Texts>();
  made.set(board, ofBoard);
  const known = ofBoard.get(rate);
  if (known) return known;
  const texts = new Map(
    board.entries.map((entry) => [entry.coinId, JSON.stringify(coinPrice.parse(asCoinPrice(entry, rate)))]),
  );
  ofBoard.set(rate, texts);
  return texts;
}

/**
 * Prices as they change, in one currency. A reader gets all of them first, one that comes back too: what it has missed no
 * time of a price tells, for a source's word may be old when it arrives. Throws ApiError 400 for an unknown currency, 429
 * where the client has too many streams, 503 where there are too many readers.
 */
export async function openPriceStream(currency: string | null, client: string): Promise<EventSourceOf> {
  const hub = priceHub();
  if (hub && hub.readersOf(client) >= PRICE_STREAMS_PER_CLIENT)
    throw new ApiError(429, 'tooMany', { retryAfter: PRICE_STREAM_REOPEN_MS / 1_000 });
  const reader = hub?.subscribe(client);
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
      const told = ids.flatMap((id) => texts.get(id) ?? []);
      return told.length === 0 ? null : { event: 'prices', data: `[${told.join()}]` };
    },
  };
}
