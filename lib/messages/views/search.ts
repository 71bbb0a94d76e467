import type { Engine } from '@/lib/messages/core/engine';
import type { ShownBody } from '@/lib/messages/protocol/message-changes';
import type { ConversationId, SearchResult } from '@/lib/messages/protocol/view-types';

/** Number of items to decrypt at a time. Between batches, the page can render and the search can be aborted. */
const BATCH_ITEMS = 200;
const MAX_RESULTS = 100;

/** Normalizes text for comparison: case and Unicode compatibility variants are ignored. */
const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/**
 * Returns the position of the query in a text, or null. Normalizing can change lengths, which only shifts the
 * highlight.
 */
function findMatch(text: string, query: string): { start: number; end: number } | null {
  const exact = text.toLocaleLowerCase().indexOf(query);
  if (exact >= 0) return { start: exact, end: Math.min(text.length, exact + query.length) };
  const start = folded(text).indexOf(query);
  return start < 0
    ? null
    : { start: Math.min(start, text.length), end: Math.min(text.length, start + query.length) };
}

/** Returns the searchable text of a message: its text, or its image's description. */
function searchedText(body: ShownBody | null): string | null {
  if (body?.type === 'text') return body.text;
  return body?.type === 'image' ? (body.description ?? null) : null;
}

type SearchOptions = { conversation?: ConversationId; limit?: number; signal?: AbortSignal };

/**
 * Searches message texts and image descriptions on this device, newest first. Decrypts conversations in batches instead
 * of using an index, which would be a second copy of all texts.
 * @throws the abort reason if it is aborted.
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
        const content = item.kind === 'message' ? searchedText(item.body) : null;
        const place = content === null ? null : findMatch(content, query);
        if (content === null || !place) continue;
        const { by, at } = item;
        results.push({ conversationId: id, sequence, by, at, text: content, ...place });
        found += 1;
      }
      before = items.at(-1)?.sequence ?? 0;
    }
  }
  return results.toSorted((one, other) => other.at - one.at).slice(0, limit);
}
