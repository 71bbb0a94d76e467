import { startedByNpm } from '@/lib/env';

const PARENT_CHECK_MS = 500;
/** One Ctrl-C arrives twice: from the terminal and, a moment later, from npm. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `onFirst` at the first Ctrl-C, SIGTERM or SIGHUP, or when npm above this process is gone, and `onSecond` at a
 * second signal.
 */
export function onInterruption(onFirst: () => void, onSecond: () => void): void {
  let firstAt: number | undefined;
  const interrupt = (bySignal: boolean) => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      onFirst();
    } else if (bySignal && performance.now() - firstAt > SAME_SIGNAL_MS) onSecond();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(true));
  // npm that is killed outright tells nobody; its children get another parent.
  const parent = process.ppid;
  if (startedByNpm() && process.platform !== 'win32')
    setInterval(() => {
      if (process.ppid !== parent) interrupt(false);
    }, PARENT_CHECK_MS).unref();
}
