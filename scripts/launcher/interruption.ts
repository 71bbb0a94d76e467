import { startedByNpm } from '@/lib/settings/process-env';
import { ancestor, isAlive } from '@/server/process/process';

const NPM_CHECK_MS = 500;
/**
 * A second signal within this time is ignored, because a single Ctrl-C arrives twice: from the terminal and from npm.
 */
const SAME_SIGNAL_MS = 1_000;

/** Calls `callback` once the parent npm process has ended. Polls the process, because a killed npm sends no signal. */
async function whenNpmIsGone(callback: () => void): Promise<void> {
  const npm = await ancestor(/^(\S*\bnode\S* )?\S*\bnpm\b/);
  if (npm === undefined) return;
  const watch = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(watch);
    callback();
  }, NPM_CHECK_MS);
  watch.unref();
}

/**
 * Calls `onFirst` on the first Ctrl-C, SIGTERM or SIGHUP, or when the parent npm process has ended, and `onSecond` on a
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
  if (startedByNpm()) void whenNpmIsGone(() => interrupt(false));
}

/** Returns a signal that aborts on the first interruption. A second one ends the process. */
export function interruptionSignal(): AbortSignal {
  const controller = new AbortController();
  onInterruption(
    () => {
      console.log('Stopping …');
      controller.abort();
    },
    () => process.exit(130),
  );
  return controller.signal;
}
