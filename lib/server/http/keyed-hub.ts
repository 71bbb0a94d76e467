import 'server-only';
import { Listener } from '../db/listener';
import type { OpenCount } from '../limits/open-counts';
import { StreamHub } from './stream-hub';
import type { MakeEvent, StreamReader } from './stream-reader';

/** Notifies this instance's stream readers of a key when any instance has announced that key on a PostgreSQL channel. */
export class KeyedHub<Key extends string> extends StreamHub<Key> {
  readonly #keys = new WeakMap<StreamReader<Key>, Key>();

  /** `limit` is the maximum number of readers. */
  constructor(
    limit: number,
    private readonly channel: string,
  ) {
    super(limit);
  }

  /**
   * Adds a reader of a key, which counts under the given names. Returns null if there are too many readers or the server is
   * stopping.
   */
  subscribeKey(key: Key, counts: readonly OpenCount[], makeEvent: MakeEvent<Key>): StreamReader<Key> | null {
    const reader = this.subscribe(counts, makeEvent);
    if (reader) this.#keys.set(reader, key);
    return reader;
  }

  protected listen() {
    const listener = new Listener(this.channel, (payload) => this.#notifyReaders(payload));
    listener.start();
    return [listener];
  }

  /**
   * Notifies the readers of the keys in a notification. After a reconnect, notifies all readers, because any may have missed
   * one.
   */
  #notifyReaders(payload: string | null): void {
    const announced: ReadonlySet<string> | null = payload === null ? null : new Set(payload.split(','));
    for (const reader of this.readers) {
      const key = this.#keys.get(reader);
      if (key !== undefined && (announced === null || announced.has(key))) reader.mark([key]);
    }
  }
}
