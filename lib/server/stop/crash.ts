import 'server-only';
import { describeError, log } from '../log';

/** Where Next shares its listener for unhandled rejections, which logs the error with all that it holds. */
const REJECTION_LISTENER = Symbol.for('next.unhandledRejectionListener');

/**
 * Keeps secrets out of what a failing process writes. Node's diagnostic reports contain the environment, so they're off,
 * even if NODE_OPTIONS turns them on. Errors that nothing handles are logged like all others. Next would log them with
 * the URL of an RPC endpoint, which may contain a key. As with Next, the process goes on.
 */
export function keepCrashesClean(): void {
  Object.assign(process.report, {
    reportOnFatalError: false,
    reportOnSignal: false,
    reportOnUncaughtException: false,
    // Node.js 22.13 and later. Also concerns reports that code writes.
    excludeEnv: true,
  });
  const logRejection = (reason: unknown) => log.error({ err: describeError(reason) }, 'unhandled rejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', logRejection);
  // Next adds its listener again unless it finds this one.
  Object.assign(globalThis, { [REJECTION_LISTENER]: logRejection });
  // Called instead of the listeners, which Next adds at any time.
  process.setUncaughtExceptionCaptureCallback((error: unknown) =>
    log.error({ err: describeError(error) }, 'uncaught exception'),
  );
}
