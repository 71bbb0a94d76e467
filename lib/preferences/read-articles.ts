import { READ_ARTICLES_LIMIT } from '@/lib/constants';
import { createStoredList } from './stored-list';

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e9;

/** Announcements that any user has read on this device. After sign-in, they are also marked as read for that user. */
const list = createStoredList('tidewell.readArticles', isId, READ_ARTICLES_LIMIT);

export const useReadArticles = list.useList;
export const watchReadArticles = list.watch;

export function markArticleRead(id: number): void {
  list.change((ids) => (ids.includes(id) ? ids : [...ids, id]));
}
