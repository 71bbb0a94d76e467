import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import type { Listener } from '../db/listener';
import { type OpenCount, OpenCounts } from '../limits/open-counts';
import { describeError, log } from '../log';
import type { Loop } from '../loop';

/**
 * Reader of a stream. It keeps a set of changes instead of a queue, so a slow reader gets only the latest state of
 * each.
 */
export class StreamReader<News> {
  readonly #news = new Set<News>();
  #wake: (() => void) | null = null;
  #hasEnded = false;

  constructor(private readonly onEnd: (reader: StreamReader<News>) => void) {}

  /** Marks items as changed. */
  mark(changed: Iterable<News>): void {
    for (const one of changed) this.#news.add(one);
    if (this.#news.size > 0) this.#wake?.();
  }

  /** Ends the stream. A pending read resolves immediately. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#wake?.();
    this.onEnd(this);
  }

  /** Resolves to the changed items, to an empty list after `patienceMs` without changes, or to null at the end. */
  async next(patienceMs: number): Promise<News[] | null> {
    if (!this.#hasEnded && this.#news.size === 0) {
      const patience = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
        delay(patienceMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
      ]);
      this.#wake = null;
      patience.abort();
    }
    if (this.#hasEnded) return null;
    const changed = [...this.#news];
    this.#news.clear();
    return changed;
  }
}

/** Notifies this instance's readers of changes. Listens to the database only while it has readers. */
export abstract class StreamHub<News> {
  readonly #open = new OpenCounts();
  /** The timer that ends each reader's stream, and a function that removes the reader from the counts. */
  readonly #readers = new Map<StreamReader<News>, { timer: NodeJS.Timeout; free: () => void }>();
  #parts: readonly (Loop | Listener)[] = [];
  #hasEnded = false;

  constructor(
    private readonly limit: number,
    private readonly lifetimeMs: number,
  ) {}

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
   * Adds a reader, which takes part in the given counts, such as its client's, until it leaves. Its stream ends after at
   * most `lifetimeMs`. Returns null if there are too many readers or the server is stopping.
   */
  subscribe(counts: readonly OpenCount[]): StreamReader<News> | null {
    if (this.#hasEnded || this.#readers.size >= this.limit) return null;
    const reader = new StreamReader<News>((ended) => this.#leave(ended));
    const timer = setTimeout(() => reader.end(), this.lifetimeMs).unref();
    this.#readers.set(reader, { timer, free: this.#open.add(counts) });
    if (this.#parts.length === 0) this.#parts = this.listen();
    return reader;
  }

  async stop(): Promise<void> {
    this.#hasEnded = true;
    for (const reader of [...this.#readers.keys()]) reader.end();
    await this.#rest();
  }

  #leave(reader: StreamReader<News>): void {
    const left = this.#readers.get(reader);
    clearTimeout(left?.timer);
    left?.free();
    this.#readers.delete(reader);
    if (this.#readers.size === 0)
      this.#rest().catch((error: unknown) => log.warn({ err: describeError(error) }, 'a stream failed'));
  }

  async #rest(): Promise<void> {
    const parts = this.#parts;
    this.#parts = [];
    await Promise.all(parts.map((part) => part.stop()));
  }
}
