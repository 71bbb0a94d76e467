import type { Engine } from '@/lib/messages/core/engine';
import type { Inbox, InboxItem } from '@/lib/messages/storage/records';
import type { Acknowledgments } from './acknowledgments';
import { applyStreamed, pull } from './inbox';

/** Maximum number of items that wait to be applied. The server sends no more than 100 that aren't acknowledged. */
const MAX_ITEMS = 200;

/**
 * Items that the stream has brought and that aren't applied yet. The server sends each item once on a stream, and an item
 * may be readable only after the ones before it. If any may be missing, everything is therefore fetched instead: a fetch
 * starts with the oldest item that isn't acknowledged.
 */
export class StreamedItems {
  #items: InboxItem[] = [];
  #isFetchDue = true;

  add({ items, isComplete }: Inbox): void {
    // Items that come before a due fetch are in its answer.
    if (!this.#isFetchDue) this.#items.push(...items);
    if (!isComplete || this.#items.length > MAX_ITEMS) this.requireFetch();
  }

  /** Lets the next exchange fetch. */
  requireFetch(): void {
    this.#items = [];
    this.#isFetchDue = true;
  }

  /** Removes and returns the items to apply, or null if a fetch is due instead. Call it under the inbox lock. */
  take(): InboxItem[] | null {
    if (this.#isFetchDue) {
      this.#isFetchDue = false;
      return null;
    }
    return this.#items.splice(0);
  }
}

/**
 * Applies the items that the stream has brought, or fetches if some may be missing.
 * @throws MessengerError if the server is unreachable or the device was revoked.
 */
export async function receiveItems(
  engine: Engine,
  streamed: StreamedItems,
  acknowledgments: Acknowledgments,
): Promise<void> {
  const items = streamed.take();
  try {
    if (items === null) {
      await pull(engine);
      acknowledgments.clear();
    } else {
      await applyStreamed(engine, items);
      acknowledgments.add(items);
    }
  } catch (error) {
    // Later items of the stream must not be applied before those that failed.
    streamed.requireFetch();
    throw error;
  }
}
