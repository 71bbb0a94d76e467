import path from 'node:path';
import { readChainsFile } from '@/lib/evm/chains-file';
import { LOOPBACK_NODES } from '@/lib/evm/node-url';
import { connectSources, nodeSources, type PolicySettings } from '@/lib/http/content-policy';
import { readFrameOrigins } from '@/lib/settings/dapps-file';
import { apiHostsOf } from '@/lib/settings/env';
import { buildEnv, buildSite } from '@/server/build/build';
import { BuildUsers } from '@/server/build/build-users';
import { keepRunning } from '@/server/process/keep-running';
import { freePort, isPortFree } from '@/server/process/process';
import { Stops } from '@/server/process/process-record';
import { startSender } from '@/server/process/sender-process';
import { localUrl, PREFERRED_PORT, siteOrigins, startSite, stopLeftSite } from '@/server/process/site';
import { prepareDemo } from './demo/prepare-demo';
import { demoPushKey } from './demo/push-key';
import { startSampleDapps } from './demo/sample-dapps';
import { onInterruption } from './interruption';
import { refuseSecondStart, releaseLock, takeLock } from './launcher-lock';
import { startServices } from './local-services';
import { phase } from './phase';
import { rolesWithKeys, senderNames } from './sender-roles';
import { dappsFileOf, prepareDataDir, projectRoot, readSettings } from './settings';

async function choosePort({ PORT, HOST }: { PORT?: number | undefined; HOST: string }): Promise<number> {
  if (PORT !== undefined) {
    if (await isPortFree(PORT, HOST)) return PORT;
    throw new Error(`PORT ${PORT} on ${HOST} is taken by another program`);
  }
  const port = await freePort(PREFERRED_PORT, HOST);
  if (port !== PREFERRED_PORT)
    console.log(`Port ${PREFERRED_PORT} is taken by another program: using ${port}.`);
  return port;
}

/** Starts everything. The result's `ended` resolves to a sentence once the site or a service has ended for good. */
async function bringUp(
  mode: 'start' | 'dev',
  stops: Stops,
  signal: AbortSignal,
): Promise<{ ended: Promise<string> }> {
  const settings = readSettings(mode);
  const { DATA_DIR: dataDir, HOST: host, NEXT_DIST_DIR: distDir, DATABASE_URL, CHAINS_FILE } = settings;
  const {
    API_ORIGIN: apiOrigin,
    EMBED_ORIGINS: embedOrigins,
    DRAIN_SECONDS: drainSeconds,
    WEBSITE_FILE: websiteFile,
  } = settings;
  const apiHosts = apiHostsOf(settings);
  if (CHAINS_FILE) await readChainsFile(CHAINS_FILE);
  await prepareDataDir(dataDir);
  await refuseSecondStart(dataDir);
  const record = path.join(dataDir, 'site.json');
  await stopLeftSite(record, drainSeconds);
  const port = await choosePort(settings);
  takeLock(dataDir, port);
  stops.add(async () => releaseLock(dataDir));
  signal.throwIfAborted();

  const origins = siteOrigins(settings, port);
  const [origin] = origins;
  const demoWallet = CHAINS_FILE === undefined && apiOrigin === undefined;
  const dappsFile = dappsFileOf(settings, demoWallet);
  const frames = await readFrameOrigins(origins, dappsFile);
  const build = { distDir, demoWallet, origin, embedOrigins, websiteFile, dappsFile, apiHosts };
  const dist = path.resolve(projectRoot, distDir);
  const users = new BuildUsers(dist);
  if (mode === 'start') {
    stops.add(async () => users.leave());
    await users.takeTurn(port, signal);
    const isFixed = settings.BUILD_ON_START === '0';
    const beforeBuild = async () => {
      if (isFixed)
        throw new Error(
          `the build in ${distDir} was not made from these sources, ORIGINS and EMBED_ORIGINS, and BUILD_ON_START is 0: run npm run build with these settings`,
        );
      await users.refuseNewBuild();
    };
    await phase('build', () =>
      buildSite({ root: projectRoot, ...build, except: [dataDir], isFixed, beforeBuild, signal }),
    );
  }
  signal.throwIfAborted();

  const services = await startServices({
    dataDir,
    origin,
    databaseUrl: DATABASE_URL,
    chainsFile: CHAINS_FILE,
    apiOrigin,
    site: settings.CARD_ISSUER_KEY === undefined ? localUrl(host, port) : null,
    stops,
  });
  signal.throwIfAborted();
  // The local demo is on this device itself.
  const rpcOrigins = settings.RPC_ORIGINS ?? (demoWallet ? [LOOPBACK_NODES] : []);
  const policy: PolicySettings = {
    connect: [...connectSources(services.rpcUrls, apiHosts), ...nodeSources(rpcOrigins)],
    frameAncestors: embedOrigins ?? [],
    frames,
    cardFrame: services.issuerEnv?.CARD_FRAME_ORIGIN ?? settings.CARD_FRAME_ORIGIN,
    walletConnect: settings.WALLETCONNECT_PROJECT_ID !== undefined,
  };
  if (mode === 'start') {
    await users.join(port);
    users.endTurn();
  }
  const startedAt = Date.now();
  const siteOptions = {
    root: projectRoot,
    mode,
    host,
    port,
    record,
    drainSeconds,
    env: {
      ...buildEnv(build),
      DATABASE_URL: services.databaseUrl,
      CHAINS_FILE: services.chainsFile,
      ORIGINS: origins.join(','),
      ...(rpcOrigins.length > 0 ? { RPC_ORIGINS: rpcOrigins.join(',') } : {}),
      PORT: String(port),
      HOST: host,
      DATA_DIR: dataDir,
      // Only the sender has keys.
      SENDER_KEYS_DIR: undefined,
      ...services.issuerEnv,
      ...(demoWallet && settings.PUSH_PRIVATE_KEY === undefined
        ? { PUSH_PRIVATE_KEY: await demoPushKey(dataDir) }
        : {}),
      // Development has no Content-Security-Policy, because hot reload runs inline scripts and evaluates code.
      PAGE_POLICY: mode === 'start' ? JSON.stringify(policy) : '',
    },
  };
  // In development, a crash is most likely caused by a change, so it ends the launcher.
  const site =
    mode === 'start'
      ? await phase('site', () =>
          keepRunning({
            name: 'The site',
            start: (until) => startSite({ ...siteOptions, signal: until }),
            signal,
          }),
        )
      : await startSite({ ...siteOptions, signal });
  stops.add(site.stop);
  // Starts after the site, which creates the tables.
  const keys = {
    SENDER_KEYS_DIR: settings.SENDER_KEYS_DIR ?? services.senderKeysDir,
    SENDER_KEYS: settings.SENDER_KEYS,
  };
  if ((keys.SENDER_KEYS_DIR ?? keys.SENDER_KEYS) !== undefined && services.databaseUrl !== undefined) {
    const env = { ...siteOptions.env, ...keys };
    for (const role of await rolesWithKeys(keys)) {
      const start = (until: AbortSignal) => startSender({ root: projectRoot, role, env, signal: until });
      const sender = await phase(role, () => keepRunning({ name: senderNames[role], start, signal }));
      stops.add(sender.stop);
    }
  }
  const { demo } = services;
  if (demo) await phase('demo', () => prepareDemo({ ...demo, url: site.url, origin }, startedAt, signal));
  const dapps = demo && dappsFile ? await startSampleDapps(dappsFile, demo.chain, origins) : null;
  for (const stop of dapps?.stops ?? []) stops.add(stop);
  const lines = [...services.report, ...(dapps?.lines ?? []), `data            ${dataDir}`];
  console.log(
    `\nTidewell is ready: ${origin}\n\n${lines.map((line) => `  ${line}`).join('\n')}\n\nCtrl-C stops it.`,
  );
  const siteEnd = site.ended.then((reason) => `The site ended unexpectedly (${reason}).`);
  return { ended: Promise.race([siteEnd, ...(services.ended ? [services.ended] : [])]) };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Starts the site and everything it needs, and runs until Ctrl-C or SIGTERM (exit code 0) or a failure (prints the
 * reason, exit code 1). A second Ctrl-C stops without waiting (exit code 130).
 */
export async function launch(mode: 'start' | 'dev'): Promise<void> {
  const stops = new Stops();
  const abort = new AbortController();
  const shutDown = async (code: number) => {
    const failures = await stops.run();
    for (const failure of failures) console.error(messageOf(failure));
    process.exit(failures.length > 0 ? 1 : code);
  };
  const starting = bringUp(mode, stops, abort.signal);
  onInterruption(
    () => {
      console.log('\nStopping …');
      abort.abort();
      void starting.then(
        () => shutDown(0),
        () => shutDown(0),
      );
    },
    () => void stops.run({ force: true }).then(() => process.exit(130)),
  );
  try {
    const { ended } = await starting;
    const reason = await ended;
    if (abort.signal.aborted) return;
    console.error(reason);
  } catch (error) {
    if (abort.signal.aborted) return;
    console.error(messageOf(error));
  }
  await shutDown(1);
}
