import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnv } from '@/lib/settings/env';
import { STOP_DEADLINE_MS } from '@/lib/settings/process-env';
import { stopCardStreams } from '../card/api/stream';
import { stopCardJobs } from '../card/card-jobs';
import { stopCleaning } from '../db/clean-up';
import { closeDatabase } from '../db/database';
import { describeError, log } from '../log';
import { stopMessageStreams } from '../messages/stream';
import { stopPrices } from '../prices/service';
import { stopPushJobs } from '../push/push-jobs';
import { HttpDrain } from './http-drain';
import { markStopping } from './state';

async function settle(what: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.warn({ what, err: describeError(error) }, 'did not stop cleanly');
  }
}

/**
 * Stops this instance. The instance immediately reports that it isn't ready and ends its streams, but keeps serving for
 * DRAIN_SECONDS so that load balancers can stop sending requests. Then it accepts no more requests, finishes open
 * requests, and closes the database last. Returns whether everything ended within STOP_DEADLINE_MS after the drain.
 */
export async function stopServing(drain: HttpDrain): Promise<boolean> {
  markStopping();
  drain.refuseToKeepAlive();
  const services = Promise.all([
    settle('prices', stopPrices()),
    settle('message streams', stopMessageStreams()),
    settle('card streams', stopCardStreams()),
    settle('clean-up', stopCleaning()),
    settle('card jobs', stopCardJobs()),
    settle('push jobs', stopPushJobs()),
  ]);
  await delay(serverEnv().DRAIN_SECONDS * 1_000);
  const startedAt = performance.now();
  const answered = await drain.close(STOP_DEADLINE_MS);
  const rest = Promise.all([services, settle('database', closeDatabase())]).then(() => true);
  const left = Math.max(STOP_DEADLINE_MS - (performance.now() - startedAt), 0);
  const ended = await Promise.race([rest, delay(left, false, { ref: false })]);
  return answered && ended;
}

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
 * Stops this instance gracefully on SIGTERM or SIGINT and exits with 0, or with 1 at the deadline. A second Ctrl-C
 * exits immediately with 130; a second SIGTERM is ignored, because a launcher may send one to a leftover instance that
 * is already stopping.
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
