import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * One reader of the stream. It holds no queue, only which coins have news: a reader that is slow gets the latest price
 * of each when it comes back for more.
 */
export class Subscriber {
  readonly #news = new Set<number>();
  #wake: (() => void) | null = null;
  #hasEnded = false;

  constructor(private readonly onEnd: (subscriber: Subscriber) => void) {}

  /** Notes news of coins. */
  mark(coinIds: Iterable<number>): void {
    for (const id of coinIds) this.#news.add(id);
    if (this.#news.size > 0) this.#wake?.();
  }

  /** Ends the stream, now or with what is asked for next. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#wake?.();
    this.onEnd(this);
  }

  /** The ids of the coins with news, once there are any; none after `patienceMs` without; null at the end. */
  async next(patienceMs: number): Promise<number[] | null> {
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
    const ids = [...this.#news];
    this.#news.clear();
    return ids;
  }
}
