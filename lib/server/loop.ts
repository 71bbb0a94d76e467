import 'server-only';
import { describeError, log } from './log';

export type Loop = {
  /** Stops the loop after the current run. */
  stop: () => Promise<void>;
};

/**
 * Runs `task` now, and again `intervalMs` after each run has ended, even after an error. Logs only the first of several
 * failures in a row, and the recovery. `what` names the task in these logs.
 */
export function startLoop(
  intervalMs: number,
  task: () => Promise<void>,
  what = 'a task of the price service',
): Loop {
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const run = async (): Promise<void> => {
    try {
      await task();
      if (isFailing) log.info({}, `${what} has recovered`);
      isFailing = false;
    } catch (error) {
      if (!hasEnded && !isFailing) log.warn({ err: describeError(error) }, `${what} failed`);
      isFailing = true;
    }
    if (hasEnded) return;
    timer = setTimeout(() => {
      current = run();
    }, intervalMs);
    timer.unref();
  };
  let current = run();
  return {
    stop: async () => {
      hasEnded = true;
      clearTimeout(timer);
      await current;
    },
  };
}
