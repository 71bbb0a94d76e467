import 'server-only';
import { type Loop, startLoop } from '../../loop';
import { parsePrice } from '../fixed-point';
import type { Health } from '../health';
import type { Platform } from './platform';
import { FeedSocket } from './socket';
import { backoff, FEED_TIMING, type FeedTiming, fetchText } from './timing';

/** Price of the last trade in a market, and when it was last received (ms, this process's monotonic clock). */
export type MarketQuote = { price: bigint; at: number };

export type FeedUrls = { socket: string; rest: string };

/**
 * Follows one platform's markets over its socket, and polls a market over HTTP while its socket data is missing.
 * Uses this process's clock, because a platform's clock isn't trusted.
 */
export class Feed {
  readonly quotes = new Map<string, MarketQuote>();
  readonly #socket: FeedSocket;
  /** Markets whose last request failed with no price since: how often in a row, why, and when to ask again. */
  readonly #failed = new Map<string, { times: number; reason: unknown; resumeAt: number }>();
  #loop: Loop | null = null;
  #startAt = 0;

  constructor(
    readonly platform: Platform,
    private readonly pairs: readonly string[],
    private readonly urls: FeedUrls,
    private readonly health: Health,
    private readonly timing: FeedTiming = FEED_TIMING,
  ) {
    this.#socket = new FeedSocket({
      url: platform.socketUrl(urls.socket, pairs),
      greetings: platform.greetings(pairs),
      ping: platform.ping,
      timing,
      onMessage: (text) => this.#take(text),
    });
  }

  start(): void {
    this.#startAt = performance.now() + this.timing.restRoundMs;
    this.#socket.start();
    this.#loop = startLoop(this.timing.restRoundMs, () => this.#round());
  }

  async stop(): Promise<void> {
    await Promise.all([this.#socket.stop(), this.#loop?.stop()]);
  }

  /** True if the platform responds neither over its socket nor over HTTP. */
  get isUnreachable(): boolean {
    return !this.#socket.isAlive && this.pairs.every((pair) => this.#failed.has(pair));
  }

  #take(text: string): boolean {
    const message = this.platform.readMessage(text);
    if (message === null) return false;
    for (const { pair, price } of message.ticks) this.#note(pair, price, performance.now());
    this.health.set(this.platform.name, 'up');
    return true;
  }

  #note(pair: string, text: string, at: number): void {
    const price = parsePrice(text);
    const known = this.quotes.get(pair);
    if (price === null || !this.pairs.includes(pair) || (known && known.at > at)) return;
    this.quotes.set(pair, { price, at });
    this.#failed.delete(pair);
    this.health.set(`${this.platform.name} ${pair}`, 'up');
  }

  /** Polls over HTTP the markets for which the socket sends no data. */
  async #round(): Promise<void> {
    const now = performance.now();
    if (now < this.#startAt) return;
    const due = this.pairs.filter(
      (pair) =>
        now - (this.quotes.get(pair)?.at ?? -Infinity) > this.timing.restAfterMs &&
        now >= (this.#failed.get(pair)?.resumeAt ?? 0),
    );
    const results = await Promise.allSettled(due.map((pair) => this.#ask(pair)));
    const failures = results.flatMap((result, index) =>
      result.status === 'rejected' ? [{ pair: due[index] ?? '', reason: result.reason as unknown }] : [],
    );
    // Each market waits for itself, because one that a platform doesn't have must not delay the others.
    for (const { pair, reason } of failures) {
      const times = this.#failed.get(pair)?.times ?? 0;
      const resumeAt = performance.now() + backoff(times, this.timing.backoff);
      this.#failed.set(pair, { times: times + 1, reason, resumeAt });
    }
    const { name } = this.platform;
    const { isAlive } = this.#socket;
    const answered = failures.length < due.length;
    if (answered) this.health.set(name, isAlive ? 'up' : 'polled', this.#socket.lastError);
    // Others may have failed in an earlier round, before anything showed that the platform can be reached.
    if (answered || isAlive)
      for (const [pair, { reason }] of this.#failed) this.health.set(`${name} ${pair}`, 'down', reason);
    // Checked in every round, because the socket can close after all markets have failed.
    if (this.isUnreachable) this.health.set(name, 'down', this.#failed.get(this.pairs[0] ?? '')?.reason);
  }

  async #ask(pair: string): Promise<void> {
    // Uses the time before the request, because a trade that arrives over the socket in the meantime is newer.
    const at = performance.now();
    const text = await fetchText(this.platform.restUrl(this.urls.rest, pair), this.timing.restTimeoutMs);
    const price = this.platform.readRest(text);
    if (parsePrice(price) === null) throw new Error('the price is not a positive number');
    this.#note(pair, price, at);
  }
}
