import 'server-only';
import { coinPrice } from '@/lib/api/schemas/price';
import type { Board } from '../board';
import { asCoinPrice, rateOf } from '../pricing';

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
