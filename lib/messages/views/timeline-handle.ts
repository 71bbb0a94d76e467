import type { Address } from 'viem';
import type { Engine, StoreChange } from '@/lib/messages/core/engine';
import type {
  ConversationId,
  MessageView,
  TimelineHandle,
  TimelineItem,
  TimelineSnapshot,
} from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredItem } from '@/lib/messages/storage/records';

/** Number of items per page. Decrypting them takes a few milliseconds. */
const PAGE_ITEMS = 50;
/** Position after the newest item. */
const END = Number.MAX_SAFE_INTEGER;

type Loaded = { sequence: number; item: StoredItem; view: TimelineItem };

function groupedReactions(reactions: readonly { by: Address; emoji: string }[]): MessageView['reactions'] {
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))];
  return emojis.map((emoji) => ({
    emoji,
    by: reactions.filter((one) => one.emoji === emoji).map(({ by }) => by),
  }));
}

/** Returns the view of a timeline item. */
function itemView(
  { isSelf }: Pick<Engine, 'isSelf'>,
  { sequence, item, reads }: { sequence: number; item: StoredItem; reads: StoredConversation['reads'] },
): TimelineItem {
  if (item.kind === 'notice')
    return { kind: 'notice', sequence, by: item.by, at: item.at, event: item.event };
  const isOwn = isSelf(item.by);
  const readers = Object.entries(reads) as [Address, number][];
  return {
    kind: 'message',
    sequence,
    reference: { by: item.by, id: item.id },
    by: item.by,
    isOwn,
    at: item.at,
    body: item.body,
    isEdited: item.isEdited,
    ...(item.isRepeated ? { isRepeated: true } : {}),
    reactions: groupedReactions(item.reactions),
    state: item.state,
    readBy: isOwn
      ? readers.filter(([account, upTo]) => upTo >= sequence && !isSelf(account)).map(([account]) => account)
      : [],
  };
}

/** Opens a view of a conversation's messages that loads and updates while it has subscribers. */
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
  let oldest = END;
  let detach = () => {};
  let older: Promise<void> | null = null;
  // Reads run in sequence, so an older result can't replace a newer one.
  let queue: Promise<void> = Promise.resolve();

  const publish = (hasOlder: boolean) => {
    const items = [...loaded.values()]
      .toSorted((one, other) => one.sequence - other.sequence)
      .map(({ view }) => view);
    snapshot = { items, hasOlder, isLoaded: true };
    for (const listener of listeners) listener();
  };
  /** Adds an item. Returns whether its view changed. */
  const add = ({ sequence, item }: Pick<Loaded, 'sequence' | 'item'>): boolean => {
    const view = itemView(engine, { sequence, item, reads });
    const before = loaded.get(sequence)?.view;
    const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(view);
    loaded.set(sequence, { sequence, item, view: isSame ? before : view });
    return !isSame;
  };
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(() => (listeners.size === 0 ? undefined : work()));
    queue = done.catch(() => undefined);
    return done;
  };
  /** Schedules a read. Errors are ignored once there are no subscribers, because the messenger may have been closed. */
  const follow = (work: () => Promise<void>): void => {
    enqueue(work).catch((error: unknown) => {
      if (listeners.size > 0) reportError(error);
    });
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
  /** Reads the newest items. Unchanged items keep their identity. */
  const reload = async (limit: number) => {
    await readMarks();
    const page = await store.readItems(id, { before: END, limit });
    const sequences = new Set(page.map(({ sequence }) => sequence));
    for (const sequence of loaded.keys()) if (!sequences.has(sequence)) loaded.delete(sequence);
    for (const one of page) add(one);
    oldest = page.at(-1)?.sequence ?? END;
    publish(page.length === limit && oldest > 0);
  };
  const refresh = async (change: StoreChange) => {
    if (change.items.some(([conversation, sequence]) => conversation === id && sequence < 0))
      return reload(PAGE_ITEMS);
    let isChanged = false;
    const before = JSON.stringify(reads);
    if (change.conversations.includes(id)) await readMarks();
    if (JSON.stringify(reads) !== before)
      for (const one of loaded.values()) isChanged = add(one) || isChanged;
    for (const [conversation, sequence] of change.items) {
      // Items on pages that aren't loaded yet are read later.
      if (conversation !== id || (sequence < oldest && snapshot.hasOlder)) continue;
      const item = await store.read('messages', [id, sequence]);
      isChanged = (item ? add({ sequence, item }) : loaded.delete(sequence)) || isChanged;
      oldest = Math.min(oldest, sequence);
    }
    // Most changes to a conversation, such as a draft, affect no message.
    if (isChanged) publish(snapshot.hasOlder);
  };
  const attach = () => {
    detach = onChange((change) => {
      if (change.conversations.includes(id) || change.items.some(([conversation]) => conversation === id))
        follow(() => refresh(change));
    });
    // Reload, because changes aren't tracked without subscribers.
    follow(() => reload(Math.max(PAGE_ITEMS, loaded.size)));
  };
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) attach();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) detach();
      };
    },
    getSnapshot: () => snapshot,
    loadOlder: () => {
      older ??= enqueue(async () => {
        if (snapshot.hasOlder) await loadPage(PAGE_ITEMS);
      }).finally(() => {
        older = null;
      });
      return older;
    },
    loadTo: (sequence) =>
      enqueue(async () => {
        if (snapshot.hasOlder && sequence < oldest) await loadPage(oldest - sequence + PAGE_ITEMS);
      }),
  };
}
