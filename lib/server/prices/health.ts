import 'server-only';
import { describeError, log } from '../log';

/** `polled`: the socket is closed, but HTTP still answers. */
export const SOURCE_STATES = ['up', 'polled', 'down'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** The state of a source. `heardAt`: ms, this process's monotonic clock; null if it has never answered. */
export type SourceReport = { source: string; state: SourceState; heardAt: number | null };

const words: Record<SourceState, string> = {
  up: 'a source is back',
  polled: 'a source is polled over HTTP: its stream is closed',
  down: 'a source is unreachable',
};

function logChange(source: string, state: SourceState, error?: unknown): void {
  if (state === 'up') log.info({ source }, words.up);
  // Without the stack trace: it does not show the reason, and offline it would fill the log.
  else
    log.warn(
      { source, ...(error === undefined ? {} : { reason: describeError(error).message }) },
      words[state],
    );
}

/**
 * Tracks the state of each source. Logs only changes, not every
 * attempt; a source is assumed to be up at first.
 */
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

  /** Returns the health of every used source. */
  report(): SourceReport[] {
    return [...this.#states].map(([source, state]) => ({
      source,
      state,
      heardAt: this.#heardAt.get(source) ?? null,
    }));
  }
}
