import type { StoredConversation, StoredItem } from '../store/records';
import type { Engine, StoreChange } from './engine';
import type { ConversationId, TimelineHandle, TimelineItem, TimelineSnapshot } from './types';
import { itemView } from './views';

/** Items of a page. Decrypting them takes a few milliseconds. */
const PAGE_ITEMS = 50;

type Loaded = { sequence: number; item: StoredItem; view: TimelineItem };

/** Opens a view of a conversation's messages, which follows their changes until it is closed. */
export function openTimeline(
  engine: Engine,
  id: ConversationId,
  onChange: (listener: (change: StoreChange) => void) => () => void,
): TimelineHandle {
  const { store } = engine;
  const listeners = new Set<() => void>();
  const loaded = new Map<number, Loaded>();
  let snapshot: TimelineSnapshot = { items: [], hasOlder: false, isLoaded: false };
  let reads: StoredConversation['reads'] = {};
  let oldest = Number.MAX_SAFE_INTEGER;
  let isClosed = false;
  // Reads follow one another, so that an older answer can't replace a newer one.
  let queue: Promise<void> = Promise.resolve();

  const publish = (hasOlder: boolean) => {
    const items = [...loaded.values()]
      .toSorted((one, other) => one.sequence - other.sequence)
      .map(({ view }) => view);
    snapshot = { items, hasOlder, isLoaded: true };
    for (const listener of listeners) listener();
  };
  const add = ({ sequence, item }: { sequence: number; item: StoredItem }) => {
    const view = itemView(engine, { sequence, item, reads });
    loaded.set(sequence, { sequence, item, view });
  };
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(() => (isClosed ? undefined : work()));
    queue = done.catch(() => undefined);
    return done;
  };
  const loadPage = async (limit: number) => {
    const page = await store.readItems(id, { before: oldest, limit });
    for (const one of page) add(one);
    oldest = page.at(-1)?.sequence ?? oldest;
    publish(page.length === limit && oldest > 0);
  };
  const readMarks = async () => {
    reads = (await store.read('conversations', id))?.reads ?? {};
  };
  const refresh = async (change: StoreChange) => {
    const isReset = change.items.some(([conversation, sequence]) => conversation === id && sequence < 0);
    if (isReset) {
      loaded.clear();
      oldest = Number.MAX_SAFE_INTEGER;
      return loadPage(PAGE_ITEMS);
    }
    const before = JSON.stringify(reads);
    if (change.conversations.includes(id)) await readMarks();
    if (JSON.stringify(reads) !== before)
      for (const one of loaded.values()) {
        const view = itemView(engine, { ...one, reads });
        if (JSON.stringify(view) !== JSON.stringify(one.view)) loaded.set(one.sequence, { ...one, view });
      }
    for (const [conversation, sequence] of change.items) {
      // Items that aren't loaded yet are read with their page.
      if (conversation !== id || (sequence < oldest && snapshot.hasOlder)) continue;
      const item = await store.read('messages', [id, sequence]);
      if (item) add({ sequence, item });
      else loaded.delete(sequence);
      oldest = Math.min(oldest, sequence);
    }
    publish(snapshot.hasOlder);
  };

  const stop = onChange((change) => {
    if (change.conversations.includes(id) || change.items.some(([conversation]) => conversation === id))
      void enqueue(() => refresh(change));
  });
  void enqueue(async () => {
    await readMarks();
    await loadPage(PAGE_ITEMS);
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    loadOlder: () =>
      enqueue(async () => {
        if (snapshot.hasOlder) await loadPage(PAGE_ITEMS);
      }),
    loadTo: (sequence) =>
      enqueue(async () => {
        if (snapshot.hasOlder && sequence < oldest) await loadPage(oldest - sequence + PAGE_ITEMS);
      }),
    close: () => {
      isClosed = true;
      stop();
      listeners.clear();
    },
  };
}
