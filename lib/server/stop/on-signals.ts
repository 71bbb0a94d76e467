import 'server-only';
import { describeError, log } from '../log';
import { HttpDrain } from './http-drain';
import { stopServing } from './stop';

async function end(drain: HttpDrain): Promise<number> {
  try {
    const inTime = await stopServing(drain);
    if (inTime) log.info({}, 'stopped');
    else log.warn({}, 'stopped at the deadline: something was cut off');
    return inTime ? 0 : 1;
  } catch (error) {
    log.error({ err: describeError(error) }, 'the stop failed');
    return 1;
  }
}

/**
 * Stops this instance in order at SIGTERM or SIGINT and exits with 0, or with 1 at the deadline. A second Ctrl-C does not
 * wait (130); a second SIGTERM changes nothing: a launcher that finds a left-over asks one that is about to end.
 */
export function stopOnSignals(): void {
  const drain = new HttpDrain();
  drain.watch();
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping && signal === 'SIGINT') process.exit(130);
      if (isStopping) return;
      isStopping = true;
      log.info({ signal }, 'stopping');
      void end(drain).then((code) => process.exit(code));
    });
}
