/** How a call ended: an HTTP status, or the code of a network error. */
export type Outcome = number | string;

/** Answers that are no fault: success, a transaction that isn't confirmed yet, and a rate limit that says when to retry. */
const isFine = (outcome: Outcome, retryAfter: string | undefined): boolean =>
  outcome === 200 || outcome === 425 || (outcome === 429 && Number(retryAfter) > 0);

type Calls = { times: number[]; outcomes: Map<Outcome, number> };

const add = (counts: Map<Outcome, number>, outcome: Outcome) =>
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);

/** Returns the value below which `share` (0 to 1) of the values are, or NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Counts calls by name, with their times and outcomes. */
export class Tally {
  /** Number of requests that were sent again, because their idle connection had been closed. */
  resent = 0;
  readonly #calls = new Map<string, Calls>();
  #faults = new Map<string, number>();
  #since = new Map<Outcome, number>();

  /** Adds a call that took `ms`. */
  add(
    name: string,
    { outcome, ms, retryAfter }: { outcome: Outcome; ms: number; retryAfter?: string | undefined },
  ): void {
    const calls: Calls = this.#calls.get(name) ?? { times: [], outcomes: new Map() };
    this.#calls.set(name, calls);
    add(calls.outcomes, outcome);
    add(this.#since, outcome);
    // The times of failures would make an outage look fast.
    if (outcome === 200) calls.times.push(ms);
    if (!isFine(outcome, retryAfter)) this.fault(`${outcome} from ${name}`);
  }

  /** Counts a fault of another kind. */
  fault(kind: string): void {
    this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + 1);
  }

  /** Returns the number of faults by kind since the last time that this method was called. */
  takeFaults(): ReadonlyMap<string, number> {
    const taken = this.#faults;
    this.#faults = new Map();
    return taken;
  }

  /** Returns the outcomes of all calls since the last time that this method was called. */
  takeOutcomes(): ReadonlyMap<Outcome, number> {
    const taken = this.#since;
    this.#since = new Map();
    return taken;
  }

  /** Returns a row per call: its name, how many there were, p50 and p99 in ms, and outcomes other than 200. */
  rows(): string[][] {
    return [...this.#calls]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { times, outcomes }]) => [
        name,
        String([...outcomes.values()].reduce((sum, count) => sum + count, 0)),
        percentile(times, 0.5).toFixed(0),
        percentile(times, 0.99).toFixed(0),
        describeOutcomes(new Map([...outcomes].filter(([outcome]) => outcome !== 200))),
      ]);
  }
}

/** Returns counts as text, such as `3 × 429, 1 × ECONNRESET`, or a dash if there are none. */
export const describeOutcomes = (counts: ReadonlyMap<Outcome, number>): string =>
  [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ') || '–';
