import 'server-only';
import { describeError, log } from '../log';

export type Loop = {
  /** Ends the loop once the run under way is over. */
  stop: () => Promise<void>;
};

/** Runs `task` now, and again `intervalMs` after each end. A run that throws is logged; the next one comes all the same. */
export function startLoop(intervalMs: number, task: () => Promise<void>): Loop {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const run = async (): Promise<void> => {
    try {
      await task();
    } catch (error) {
      if (!hasEnded) log.warn({ err: describeError(error) }, 'a task of the price service failed');
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
