import { setTimeout as delay } from 'node:timers/promises';
import type { Issuer } from '../state/issuer';
import type { IssuerEvent } from '../state/state';
import { postEvent } from './post';

const ATTEMPT_MS = 10_000;
const MAX_ATTEMPTS = 20;
const MAX_DELAY_MS = 60_000;
/** How long a held event waits for a later one to overtake it. */
const HOLD_MS = 3_000;

/** Sends events to the account's endpoint, and repeats each with growing pauses until it answers with 2xx. */
export class Delivery {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #held: { event: IssuerEvent; release: () => void } | undefined;
  #lastFirstAttempt: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly issuer: Pick<Issuer, 'faults' | 'settings'>,
    /** Pause before the second attempt. Each further pause is twice as long. */
    private readonly retryMs: number,
  ) {}

  /** Starts to deliver an event. */
  send(event: IssuerEvent): void {
    if (this.#stopping.signal.aborted) return;
    const held = this.#held;
    if (!held && this.issuer.faults.take('reorder')) {
      this.#hold(event);
      return;
    }
    this.#held = undefined;
    this.#start(event);
    held?.release();
  }

  /** Resolves once no event is waiting for its delivery. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Ends all deliveries. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Keeps an event back until the next one is on its way. */
  #hold(event: IssuerEvent): void {
    const released = new AbortController();
    const signal = AbortSignal.any([released.signal, this.#stopping.signal]);
    const pause = delay(HOLD_MS, undefined, { signal }).catch(() => undefined);
    this.#held = { event, release: () => released.abort() };
    this.#track(
      pause.then(() => {
        if (this.#held?.event === event) this.#held = undefined;
        this.#start(event);
      }),
    );
  }

  #start(event: IssuerEvent): void {
    // The first attempts go out in order. A real issuer doesn't promise even that.
    const first = this.#lastFirstAttempt.then(() => this.#attempt(event));
    this.#lastFirstAttempt = first;
    this.#track(this.#deliver(event, first));
  }

  async #deliver(event: IssuerEvent, firstAttempt: Promise<boolean>): Promise<void> {
    let isDelivered = await firstAttempt;
    const { signal } = this.#stopping;
    for (let attempt = 1; attempt < MAX_ATTEMPTS && !isDelivered && !signal.aborted; attempt += 1) {
      const pause = Math.min(this.retryMs * 2 ** (attempt - 1), MAX_DELAY_MS);
      await delay(pause, undefined, { signal }).catch(() => undefined);
      isDelivered = await this.#attempt(event);
    }
    if (isDelivered) event.pending_webhooks = 0;
    else if (!signal.aborted) console.error(`Card issuer: gave up on event ${event.id} (${event.type})`);
  }

  /** Returns whether the endpoint has accepted the event. */
  async #attempt(event: IssuerEvent): Promise<boolean> {
    const { settings, faults } = this.issuer;
    if (this.#stopping.signal.aborted) return false;
    if (!settings.events) return true;
    if (faults.take('drop_once')) return false;
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ATTEMPT_MS)]);
    const post = async (endpoint = settings.events) => {
      if (!endpoint) return true;
      const response = await postEvent(endpoint, event, { faults, signal });
      await response.body?.cancel();
      return response.ok;
    };
    const results = await Promise.allSettled(faults.take('deliver_twice') ? [post(), post()] : [post()]);
    // A refused connection is a failed attempt like any other: it is repeated.
    return results.every((result) => result.status === 'fulfilled' && result.value);
  }
}
