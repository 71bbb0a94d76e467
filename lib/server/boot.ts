import 'server-only';
import { connectSources, nodeSources } from '@/lib/http/content-policy';
import { readFrameOrigins } from '@/lib/settings/dapps-file';
import { apiHostsOf, SettingError, serverEnv } from '@/lib/settings/env';
import { ownsSignals, providePolicySettings, STOP_DEADLINE_MS, servesSite } from '@/lib/settings/process-env';
import { startCardStreams, stopCardStreams } from './card/api/stream';
import { startCardJobs, stopCardJobs } from './card/card-jobs';
import { warmUpDecisions } from './card/decision/warm-up';
import { listChains } from './config/lists';
import { startCleaning, stopCleaning } from './db/clean-up';
import { closeDatabase } from './db/database';
import { migrateAndSeed } from './db/migrate';
import { limitConnections } from './http/connection-limit';
import { prepareRequests, setPageHeaders } from './http/connections';
import { configuredIssuer } from './issuer/configured-issuer';
import { resetLimits } from './limits/limiters';
import { describeError, log } from './log';
import { startMessageStreams, stopMessageStreams } from './messages/stream';
import { countOrphaned } from './metrics/count';
import { readPageHeaders } from './policy/page-headers';
import { startPrices, stopPrices } from './prices/service';
import { startPushJobs, stopPushJobs } from './push/push-jobs';
import { readWebsite } from './seed/config-files';
import { keepCrashesClean } from './stop/crash';
import { HttpDrain } from './stop/http-drain';
import { stopOnSignals } from './stop/stop';
import { rewind } from './verify/rewind';

/**
 * Prepares the pages' content security policy and, unless server/serve serves the pages, sets their headers. `chains`
 * are the CSP sources of the chains' RPC endpoints.
 */
async function preparePages(chains: readonly string[]): Promise<void> {
  const env = serverEnv();
  providePolicySettings({
    connect: [...chains, ...connectSources([], apiHostsOf(env)), ...nodeSources(env.RPC_ORIGINS ?? [])],
    frameAncestors: env.EMBED_ORIGINS ?? [],
    frames: await readFrameOrigins(env.ORIGINS),
    cardFrame: env.CARD_FRAME_ORIGIN,
    walletConnect: env.WALLETCONNECT_PROJECT_ID !== undefined,
  });
  if (!servesSite()) setPageHeaders(await readPageHeaders());
}

/**
 * Migrates and seeds the database, checks every chain for lost blocks, and starts the services. The check has no
 * grace period, because a chain may have been restarted; the next check restores transactions that a lagging node hid.
 * An unreachable node doesn't prevent the start: readiness reports it, and every call checks the chain again. If calls
 * are forwarded to a back end, only reads the website file and prepares the pages.
 * @throws if the settings, the operator's files, or the database are invalid.
 */
export async function boot(): Promise<void> {
  await readWebsite();
  const { API_ORIGIN, SENDER_KEYS } = serverEnv();
  if (SENDER_KEYS.size > 0)
    throw new SettingError('SENDER_KEYS is set for the site, but only the sender may have keys');
  if (API_ORIGIN !== undefined) {
    log.info({ origin: API_ORIGIN }, 'API calls are forwarded');
    // Only the back end has the list of chains, so pages may connect to any secure endpoint.
    await preparePages(['https:', 'wss:']);
    return;
  }
  await migrateAndSeed();
  const chains = await listChains();
  await Promise.all(
    chains.map(async (chain) => {
      // Creates the counter, so that the first loss is an increase that an alert can find.
      countOrphaned(chain.id, 0);
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
  await startMessageStreams();
  await startCardStreams();
  await startCleaning();
  if (configuredIssuer()) await warmUpDecisions();
  await startCardJobs();
  await startPushJobs();
}

/** Stops the price service, the streams, and the clean-up, then closes the database. */
export async function shutDown(): Promise<void> {
  await Promise.all([
    stopPrices(),
    stopMessageStreams(),
    stopCardStreams(),
    stopCleaning(),
    stopCardJobs(),
    stopPushJobs(),
  ]);
  resetLimits();
  await closeDatabase();
}

function stopStreams(): void {
  for (const [what, stop] of [
    ['the price service', stopPrices],
    ['the message streams', stopMessageStreams],
    ['the card streams', stopCardStreams],
  ] as const)
    stop().catch((error: unknown) => log.warn({ err: describeError(error) }, `${what} did not stop`));
}

/**
 * Prepares for SIGTERM and SIGINT. Next handles them by waiting for open connections, so event streams and idle connections,
 * which would not close on their own, are ended here.
 */
function stopWithNext(): void {
  const drain = new HttpDrain();
  drain.watch();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      stopStreams();
      drain.refuseToKeepAlive();
      void drain.close(STOP_DEADLINE_MS);
    });
}

/**
 * Boots the server. On failure, prints the reason in one line and exits, because Next alone would keep running and
 * respond to every request with 500.
 */
export async function bootOrExit(): Promise<void> {
  try {
    keepCrashesClean();
    prepareRequests();
    await boot();
    limitConnections();
    if (ownsSignals()) stopOnSignals();
    else stopWithNext();
  } catch (error) {
    const { message, code, name } = describeError(error);
    process.stderr.write(`The server cannot start: ${message || code || name}\n`);
    process.exit(1);
  }
}
