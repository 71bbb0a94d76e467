import 'server-only';
import { connectSources } from '@/lib/http/content-policy';
import { apiHostsOf, serverEnv } from '@/lib/settings/env';
import { markBooted, ownsSignals, providePolicySettings, servesFiles } from '@/lib/settings/process-env';
import { listChains } from './config/lists';
import { closeDatabase } from './db/client';
import { migrateAndSeed } from './db/migrate';
import { prepareRequests, setPageHeaders } from './http/connections';
import { resetLimits } from './limits/admit';
import { describeError, log } from './log';
import { readPageHeaders } from './policy/page-headers';
import { startPrices, stopPrices } from './prices/service';
import { readWebsite } from './seed/config-files';
import { stopOnSignals } from './stop/stop';
import { rewind } from './verify/rewind';

/**
 * Sets the headers of pages, unless the launcher did or no build is served. `chains` are the CSP sources of the chains'
 * nodes.
 */
async function preparePages(chains: readonly string[]): Promise<void> {
  const env = serverEnv();
  providePolicySettings({
    connect: [...chains, ...connectSources([], apiHostsOf(env))],
    frameAncestors: env.EMBED_ORIGINS ?? [],
    walletConnect: env.WALLETCONNECT_PROJECT_ID !== undefined,
  });
  if (!servesFiles()) setPageHeaders(await readPageHeaders());
}

/**
 * Migrates and seeds the database, rewinds every chain and starts the price service. The rewind has no grace
 * period, because a chain may have been restarted; the next check restores what a lagging node hides. An
 * unreachable node does not prevent the start: readiness reports it, and every call checks again. If calls
 * are forwarded, only the website file is read.
 * @throws if settings, files or the database are invalid.
 */
export async function boot(): Promise<void> {
  await readWebsite();
  const { API_ORIGIN } = serverEnv();
  if (API_ORIGIN !== undefined) {
    log.info({ origin: API_ORIGIN }, 'API calls are forwarded');
    // The chains are known to the back end only.
    await preparePages(['https:', 'wss:']);
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
  await preparePages(
    connectSources(
      chains.flatMap(({ rpcUrl, fallbackRpcUrls = [] }) => [rpcUrl, ...fallbackRpcUrls]),
      {},
    ),
  );
  await startPrices();
}

/** Stops what boot started. */
export async function shutDown(): Promise<void> {
  await stopPrices();
  resetLimits();
  await closeDatabase();
}

function stopPriceService(): void {
  stopPrices().catch((error: unknown) =>
    log.warn({ err: describeError(error) }, 'the price service did not stop'),
  );
}

/**
 * Boots, or prints the reason in one line and exits: Next alone
 * would keep running and answer every request with 500.
 */
export async function bootOrExit(): Promise<void> {
  try {
    prepareRequests();
    await boot();
    markBooted();
    if (ownsSignals()) stopOnSignals();
    // Next closes its server on these and waits for open responses, which a price stream would never end.
    else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopPriceService);
  } catch (error) {
    const { message, code, name } = describeError(error);
    process.stderr.write(`The server cannot start: ${message || code || name}\n`);
    process.exit(1);
  }
}
