import 'server-only';
import { describeError, log } from '../log';

/** States of a price source. `polled` means that its socket is closed, but it still responds over HTTP. */
export const SOURCE_STATES = ['up', 'polled', 'down'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** State of a source. `heardAt` is when it last responded (ms, monotonic clock), or null if it hasn't yet. */
export type SourceReport = { source: string; state: SourceState; heardAt: number | null };

const words: Record<SourceState, string> = {
  up: 'a source is back',
  polled: 'a source is polled over HTTP: its stream is closed',
  down: 'a source is unreachable',
};

function logChange(source: string, state: SourceState, error?: unknown): void {
  if (state === 'up') log.info({ source }, words.up);
  // Logged without the stack trace, which doesn't show the reason and would fill the log during an outage.
  else
    log.warn(
      { source, ...(error === undefined ? {} : { reason: describeError(error).message }) },
      words[state],
    );
}

/** Tracks the state of each source, which is assumed to be up at first. Logs only changes, not every attempt. */
export class Health {
  readonly #states = new Map<string, SourceState>();
  readonly #heardAt = new Map<string, number>();

  constructor(private readonly onChange = logChange) {}

  set(source: string, state: SourceState, error?: unknown): void {
    const before = this.#states.get(source) ?? 'up';
    this.#states.set(source, state);
    if (state !== 'down') this.#heardAt.set(source, performance.now());
    if (before !== state) this.onChange(source, state, error);
  }

  /** Returns the state of every source in use. */
  report(): SourceReport[] {
    return [...this.#states].map(([source, state]) => ({
      source,
      state,
      heardAt: this.#heardAt.get(source) ?? null,
    }));
  }
}
