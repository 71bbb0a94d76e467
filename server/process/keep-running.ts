import { setTimeout as delay } from 'node:timers/promises';
import type { RunningProcess } from './site';

/** What ran for less than this time before it ended counts as a quick death. */
const STEADY_MS = 60_000;
/** Delay before each restart after quick deaths in a row. After one more quick death, there is no further restart. */
const BACK_OFF_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

interface KeepRunningOptions<Kept> {
  /** What is kept running, at the start of a sentence. */
  name: string;
  /** Starts it and waits until it is ready. Must stop early once the signal aborts. */
  start: (signal: AbortSignal) => Promise<Kept>;
  signal: AbortSignal;
  steadyMs?: number;
  backOffMs?: readonly number[];
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Starts the site, the database, or a sender, and restarts it whenever it ends unexpectedly, so that its crash doesn't end the
 * others, too. Waits longer before each restart after quick deaths in a row. The result's `ended` resolves once
 * it is stopped, or has died too often.
 * @throws if the first start fails.
 */
export async function keepRunning<Kept extends RunningProcess>(
  options: KeepRunningOptions<Kept>,
): Promise<Kept> {
  const { name, start, steadyMs = STEADY_MS, backOffMs = BACK_OFF_MS } = options;
  const stopping = new AbortController();
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  const first = await start(signal);
  let site = first;

  async function watch(): Promise<string> {
    let quickDeaths = 0;
    let readyAt = performance.now();
    for (;;) {
      const reason = await site.ended;
      if (signal.aborted) return reason;
      quickDeaths = performance.now() - readyAt < steadyMs ? quickDeaths + 1 : 1;
      const delayMs = backOffMs[quickDeaths - 1];
      if (delayMs === undefined)
        return `${reason}, ${quickDeaths} times in a row: see its messages above, then start it again`;
      console.error(
        `${name} ended unexpectedly (${reason}). Restart ${quickDeaths} of ${backOffMs.length} in ${delayMs / 1_000} s …`,
      );
      try {
        await delay(delayMs, undefined, { signal });
        site = await start(signal);
        console.log(`${name} is ready again.`);
      } catch (error) {
        if (signal.aborted) return reason;
        console.error(messageOf(error));
      }
      readyAt = performance.now();
    }
  }

  const ended = watch();
  return {
    ...first,
    ended,
    stop: async (how) => {
      stopping.abort();
      // Without `force`, a restart that is in progress is stopped by the signal.
      await site.stop(how);
      if (!how?.force) await ended;
    },
  };
}
