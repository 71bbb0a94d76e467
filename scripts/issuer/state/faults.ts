import { z } from 'zod';

/** What the issuer can be told to do wrong. Each happens to real issuers, or is what an attacker would send. */
export const faultName = z.enum([
  // Webhooks, for decisions and events:
  'deliver_twice',
  'bad_signature',
  'old_timestamp',
  'two_secrets',
  // Events only:
  'reorder',
  'drop_once',
  // Decisions only:
  'request_late',
  'reply_late',
  'network_fallback',
  'insufficient_funds',
  // API:
  'api_500',
  'api_500_kept',
  'api_lost_reply',
  'wrong_refund_link',
]);

export type FaultName = z.output<typeof faultName>;

/** Faults that are switched on, and how often each still happens. */
export class Faults {
  readonly #left = new Map<FaultName, number>();

  /** Switches a fault on for the next `times` occasions, which can be `Infinity`. 0 switches it off. */
  set(name: FaultName, times: number): void {
    if (times > 0) this.#left.set(name, times);
    else this.#left.delete(name);
  }

  clear(): void {
    this.#left.clear();
  }

  /** Returns whether a fault happens now, which uses up one of its times. */
  take(name: FaultName): boolean {
    const left = this.#left.get(name);
    if (left === undefined) return false;
    this.set(name, left - 1);
    return true;
  }

  /** Returns the times left by name. `null` means always. */
  list(): Partial<Record<FaultName, number | null>> {
    return Object.fromEntries(
      [...this.#left].map(([name, left]) => [name, Number.isFinite(left) ? left : null]),
    );
  }
}
