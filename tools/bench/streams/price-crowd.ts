import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { STREAM_RETRY_MS } from '@/lib/server/http/stream-reader';

/** Streams that are opened at a time, so that the opening isn't a flood. */
const BATCH = 50;
const BATCH_INTERVAL_MS = 100;

/**
 * Readers of a site's price stream. Each is a client of its own to the site, which trusts the address in
 * `X-Forwarded-For` of a proxy on this machine. As browsers do, they reconnect when their stream ends.
 */
export class PriceCrowd {
  readonly #agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  readonly #open = new Set<IncomingMessage>();
  #expected: { text: string; arrived: (reader: IncomingMessage) => void } | null = null;
  #isLeaving = false;
  refused = 0;
  broken = 0;

  constructor(private readonly origin: string) {}

  get size(): number {
    return this.#open.size;
  }

  /** Opens streams until there are `count`, and resolves when all have been requested. */
  async grow(from: number, count: number): Promise<void> {
    for (let number = from; number < count; number += 1) {
      this.#start(number);
      if (number % BATCH === BATCH - 1) await delay(BATCH_INTERVAL_MS);
    }
  }

  /**
   * Runs `send`, and waits until an event with `text` has reached each reader that was open before, or for `patienceMs`.
   * Returns the times that this took, in milliseconds, and how many of these readers got no such event.
   */
  async receive(
    text: string,
    send: () => Promise<void>,
    patienceMs: number,
  ): Promise<{ times: number[]; missed: number }> {
    const waiting = new Set(this.#open);
    const times: number[] = [];
    const sentAt = performance.now();
    const allArrived = new Promise<void>((resolve) => {
      const arrived = (reader: IncomingMessage) => {
        if (waiting.delete(reader)) times.push(performance.now() - sentAt);
        if (waiting.size === 0) resolve();
      };
      this.#expected = { text, arrived };
    });
    await send();
    const patience = new AbortController();
    const tooLate = delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([allArrived, tooLate]);
    patience.abort();
    this.#expected = null;
    // Readers whose stream ended in the meantime get all prices when they reconnect.
    return { times, missed: [...waiting].filter((reader) => this.#open.has(reader)).length };
  }

  leave(): void {
    this.#isLeaving = true;
    this.#agent.destroy();
  }

  #start(number: number): void {
    const headers = { 'X-Forwarded-For': `10.7.${Math.floor(number / 250)}.${(number % 250) + 1}` };
    const again = () => {
      if (!this.#isLeaving) setTimeout(() => this.#start(number), STREAM_RETRY_MS).unref();
    };
    get(`${this.origin}/api/coin/pricing/stream`, { agent: this.#agent, headers }, (reader) => {
      if (reader.statusCode === 200) this.#open.add(reader);
      else this.refused += 1;
      reader.on('data', (chunk: Buffer) => {
        if (this.#expected && chunk.includes(this.#expected.text)) this.#expected.arrived(reader);
      });
      reader.on('error', () => {
        if (!this.#isLeaving) this.broken += 1;
      });
      reader.once('close', () => {
        this.#open.delete(reader);
        again();
      });
    }).on('error', () => {
      if (this.#isLeaving) return;
      this.broken += 1;
      again();
    });
  }
}
