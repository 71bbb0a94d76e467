import type { ShownBody } from '../timeline';
import type { Engine } from './engine';
import type { ConversationId, SearchResult } from './types';

/** Items that are decrypted at a time. In between, the page can draw and the search can be stopped. */
const BATCH_ITEMS = 200;
const MAX_RESULTS = 100;

/** Returns text in which letters that look the same are the same. */
const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Returns where a text is in another one, or null. Folding may change lengths, which only moves the mark. */
function placeIn(text: string, query: string): { start: number; end: number } | null {
  const exact = text.toLocaleLowerCase().indexOf(query);
  if (exact >= 0) return { start: exact, end: Math.min(text.length, exact + query.length) };
  const start = folded(text).indexOf(query);
  return start < 0
    ? null
    : { start: Math.min(start, text.length), end: Math.min(text.length, start + query.length) };
}

/** Returns what is searched in a message: its text, or the description of its image. */
function searchedText(body: ShownBody | null): string | null {
  if (body?.type === 'text') return body.text;
  return body?.type === 'image' ? (body.description ?? null) : null;
}

type SearchOptions = { conversation?: ConversationId; limit?: number; signal?: AbortSignal };

/**
 * Searches the texts of messages, and the descriptions of images, on this device, newest first. There is no index, because an index would be a copy of
 * all texts: conversations are decrypted batch by batch.
 * @throws the abort reason if it is stopped.
 */
export async function searchMessages(
  { store }: Engine,
  text: string,
  { conversation, limit = MAX_RESULTS, signal }: SearchOptions = {},
): Promise<SearchResult[]> {
  const query = folded(text.trim());
  if (query === '') return [];
  const all = await store.readAll('conversations');
  const searched = all
    .map(({ value }) => value)
    .filter(({ id, isHidden }) => !isHidden && (conversation === undefined || id === conversation))
    .toSorted((one, other) => other.at - one.at);
  const results: SearchResult[] = [];
  for (const { id, nextSequence } of searched) {
    let found = 0;
    for (let before = nextSequence; before > 0 && found < limit; ) {
      signal?.throwIfAborted();
      const items = await store.readItems(id, { before, limit: BATCH_ITEMS });
      if (items.length === 0) break;
      for (const { sequence, item } of items) {
        const said = item.kind === 'message' ? searchedText(item.body) : null;
        const place = said === null ? null : placeIn(said, query);
        if (said === null || !place) continue;
        const { by, at } = item;
        results.push({ conversationId: id, sequence, by, at, text: said, ...place });
        found += 1;
      }
      before = items.at(-1)?.sequence ?? 0;
    }
  }
  return results.toSorted((one, other) => other.at - one.at).slice(0, limit);
}
