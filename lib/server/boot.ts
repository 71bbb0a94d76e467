import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import { ownsSignals } from '@/lib/settings/process-env';
import { listChains } from './config/lists';
import { closeDatabase } from './db/client';
import { migrateAndSeed } from './db/migrate';
import { watchConnections } from './http/connections';
import { forgetLimits } from './limits/admit';
import { describeError, log } from './log';
import { startPrices, stopPrices } from './prices/service';
import { readWebsite } from './seed/config-files';
import { stopOnSignals } from './stop/stop';
import { rewind } from './verify/rewind';

/**
 * Brings the database in order, rewinds what chains have lost and begins to read prices. The rewind is at once: a chain may have been restarted meanwhile, and
 * what a late node hides is restored by the next check. A node that is out of reach does not keep the server
 * from starting: readiness tells, and every answer checks again. Where calls are forwarded, nothing of this is here. Throws where settings, files or the database are wrong.
 */
export async function boot(): Promise<void> {
  await readWebsite();
  const { API_ORIGIN } = serverEnv();
  if (API_ORIGIN !== undefined) {
    log.info({ origin: API_ORIGIN }, 'calls of the API are forwarded');
    return;
  }
  await migrateAndSeed();
  const chains = await listChains();
  await Promise.all(
    chains.map(async (chain) => {
      try {
        await rewind(chain, 0);
      } catch (error) {
        log.warn({ chainId: chain.id, err: describeError(error) }, 'the chain could not be checked');
      }
    }),
  );
  await startPrices();
}

/** Stops what boot started. */
export async function shutDown(): Promise<void> {
  await stopPrices();
  forgetLimits();
  await closeDatabase();
}

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
