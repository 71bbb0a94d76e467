import 'server-only';
import { describeError, log } from '../log';

/**
 * Global under which Next shares its listener for unhandled rejections, which logs errors with all their properties.
 */
const REJECTION_LISTENER = Symbol.for('next.unhandledRejectionListener');

/**
 * Keeps secrets out of the output of a failing process. Disables Node's diagnostic reports, even if NODE_OPTIONS
 * enables them, because they contain the environment. Logs unhandled errors like all others: Next would log an RPC
 * endpoint's URL, which may contain a key. As with Next, the process continues.
 */
export function keepCrashesClean(): void {
  Object.assign(process.report, {
    reportOnFatalError: false,
    reportOnSignal: false,
    reportOnUncaughtException: false,
    // Supported since Node.js 22.13. Applies to reports requested by code as well.
    excludeEnv: true,
  });
  const logRejection = (reason: unknown) => log.error({ err: describeError(reason) }, 'unhandled rejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', logRejection);
  // Next adds its own listener unless it finds one here.
  Object.assign(globalThis, { [REJECTION_LISTENER]: logRejection });
  // A capture callback replaces all listeners, including those that Next adds later.
  process.setUncaughtExceptionCaptureCallback((error: unknown) =>
    log.error({ err: describeError(error) }, 'uncaught exception'),
  );
}
