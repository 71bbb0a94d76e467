import { createStoredList } from '@/lib/preferences/stored-list';
import { optionKey, type TokenOption } from './token-choice';

const MAX_RECENT = 3;

const list = createStoredList(
  'tidewell.recent-tokens',
  (value): value is string => typeof value === 'string' && /^\d+ \d+$/.test(value),
  MAX_RECENT,
);

/** React hook that returns the keys of recently chosen tokens, oldest first. */
export const useRecentTokens = list.useList;

export function rememberToken(option: TokenOption): void {
  const key = optionKey(option);
  list.change((known) => [...known.filter((other) => other !== key), key]);
}
