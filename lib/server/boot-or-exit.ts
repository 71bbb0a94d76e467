import 'server-only';
import { ownsSignals } from '@/lib/settings/process-env';
import { boot } from './boot';
import { watchConnections } from './http/connections';
import { describeError, log } from './log';
import { stopPrices } from './prices/service';
import { stopOnSignals } from './stop/on-signals';

function leave(): void {
  stopPrices().catch((error: unknown) =>
    log.warn({ err: describeError(error) }, 'the price service did not end'),
  );
}

/** Boots, or says in one line why it cannot and ends the process: Next by itself would go on and answer 500 to everything. */
export async function bootOrExit(): Promise<void> {
  try {
    watchConnections();
    await boot();
    if (ownsSignals()) stopOnSignals();
    // Next closes its server at these, which waits for every open answer: a stream would keep it.
    else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, leave);
  } catch (error) {
    const { message, code, name } = describeError(error);
    process.stderr.write(`The server cannot start: ${message || code || name}\n`);
    process.exit(1);
  }
}
