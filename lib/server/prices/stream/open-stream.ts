import 'server-only';
import { PRICE_HEARTBEAT_MS } from '@/lib/constants';
import { ApiError } from '../../http/api-error';
import type { EventSourceOf } from '../../http/event-stream';
import { readBoard } from '../board';
import { rateOf } from '../pricing';
import { priceHub } from '../service';
import { priceTexts } from './price-texts';

/**
 * Prices as they change, in one currency. A reader gets all of them first, one that comes back too: what it has missed no
 * time of a price tells, for a source's word may be old when it arrives. Throws ApiError 400 for an unknown currency, 503
 * where there are too many readers.
 */
export async function openPriceStream(currency: string | null): Promise<EventSourceOf> {
  const reader = priceHub()?.subscribe();
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
