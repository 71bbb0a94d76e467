import type { Engine } from '@/lib/messages/core/engine';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { InboxItem } from '@/lib/messages/storage/records';
import { acknowledge } from './inbox';

/** How long applied items wait for others to be acknowledged with, in ms, and how many of them don't wait. */
const WAIT_MS = 1_000;
const ENOUGH_ITEMS = 32;
/** Maximum number of items in a call. */
const MAX_ITEMS = 100;

/**
 * Acknowledges applied items of the stream, several in one call, and one call at a time. If the page closes before, or the
 * call fails, the server returns the items with the next fetch, and they are recognized as processed.
 */
export class Acknowledgments {
  #items: InboxItem[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  constructor(
    private readonly engine: Engine,
    /** Called if the server could not be reached or refused the call. */
    private readonly onFailure: () => void,
  ) {}

  add(items: readonly InboxItem[]): void {
    this.#items.push(...items);
    if (this.#items.length >= ENOUGH_ITEMS) this.#send();
    else if (this.#items.length > 0) this.#timer ??= setTimeout(() => this.#send(), WAIT_MS);
  }

  /** Drops what waits, because a fetch has acknowledged it. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
  }

  /** Stops. Resolves when the call that is under way has ended. */
  async close(): Promise<void> {
    this.clear();
    await this.#sending;
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending) return;
    const items = this.#items.slice(0, MAX_ITEMS);
    const others = this.#items.slice(MAX_ITEMS);
    this.clear();
    this.#items = others;
    this.#sending = acknowledge(this.engine, items)
      .catch((error: unknown) => {
        if (error instanceof MessengerError) this.onFailure();
        else reportError(error);
      })
      .finally(() => {
        this.#sending = null;
        // Those that came during the call.
        this.add([]);
      });
  }
}
