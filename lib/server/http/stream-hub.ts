import 'server-only';
import type { Listener } from '../db/listener';
import { type OpenCount, OpenCounts } from '../limits/open-counts';
import { describeError, log, outsideRequest } from '../log';
import type { Loop } from '../loop';
import { type MakeEvent, StreamReader } from './stream-reader';

/** Interval at which all streams are checked for whether their heartbeat or their end is due. */
const TICK_MS = 1_000;
/** Interval between the heartbeats of a stream. Proxies close connections that are silent for a minute. */
export const HEARTBEAT_MS = 15_000;
/** Maximum lifetime of a stream, so that no reader holds its slot forever. Readers reconnect. */
export const STREAM_LIFETIME_MS = 5 * 60_000;

/** When a reader's heartbeat and end are due (`performance.now()`), and a function that removes it from the counts. */
type Slot = { beatsAt: number; endsAt: number; free: () => void };

/**
 * Notifies this instance's readers of changes. Listens to the database, and keeps its one timer for all readers, only while
 * it has any.
 */
export abstract class StreamHub<News> {
  readonly #open = new OpenCounts();
  readonly #readers = new Map<StreamReader<News>, Slot>();
  #parts: readonly (Loop | Listener)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #resting: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(private readonly limit: number) {}

  /** Starts the sources of changes. They stop when the last reader leaves. */
  protected abstract listen(): readonly (Loop | Listener)[];

  protected get readers(): Iterable<StreamReader<News>> {
    return this.#readers.keys();
  }

  /** Returns whether a client, an account, or an IPv6 network among the counts has too many open streams. */
  isFull(counts: readonly OpenCount[]): boolean {
    return this.#open.full(counts) !== null;
  }

  get size(): number {
    return this.#readers.size;
  }

  /**
   * Adds a reader, which takes part in the given counts, such as its client's, until it leaves. Returns null if there are too
   * many readers or the server is stopping.
   */
  subscribe(counts: readonly OpenCount[], makeEvent: MakeEvent<News>): StreamReader<News> | null {
    if (this.#hasEnded || this.#readers.size >= this.limit) return null;
    const reader = new StreamReader(makeEvent, (ended) => this.#leave(ended));
    const now = performance.now();
    const free = this.#open.add(counts);
    this.#readers.set(reader, { beatsAt: now + HEARTBEAT_MS, endsAt: now + STREAM_LIFETIME_MS, free });
    if (this.#readers.size === 1) {
      // They outlive the request that opens this stream, so their log lines don't carry its ID.
      this.#parts = outsideRequest(() => this.listen());
      this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    }
    return reader;
  }

  /** Ends all streams. Waits until the sources of changes have stopped. */
  async stop(): Promise<void> {
    this.#hasEnded = true;
    for (const reader of this.#readers.keys()) reader.end();
    await this.#resting;
  }

  /** Ends streams, and sends heartbeats, where that is due. Streams that opened at different times don't do it at once. */
  #tick(): void {
    const now = performance.now();
    for (const [reader, slot] of this.#readers) {
      if (slot.endsAt <= now) reader.end();
      else if (slot.beatsAt <= now) {
        slot.beatsAt = now + HEARTBEAT_MS;
        reader.beat();
      }
    }
  }

  #leave(reader: StreamReader<News>): void {
    this.#readers.get(reader)?.free();
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#resting = this.#rest();
  }

  async #rest(): Promise<void> {
    const parts = this.#parts;
    const before = this.#resting;
    this.#parts = [];
    clearInterval(this.#timer);
    try {
      await Promise.all([before, ...parts.map((part) => part.stop())]);
    } catch (error) {
      log.warn({ err: describeError(error) }, 'a stream failed');
    }
  }
}
