import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { LocalAccount } from 'viem';
import { z } from 'zod';
import { loginResult, nonceResult } from '@/lib/api/schemas/user';
import { signInMessage } from '@/lib/session/sign-in-message';
import { childEnv, OWN_SIGNALS } from '@/lib/settings/process-env';
import { buildEnv, buildSite } from '@/server/build/build';
import { endProcess, freePort, spawnNext, waitUntil, withoutCoreDumps } from '@/server/process/process';
import { startSite } from '@/server/process/site';
import { E2E_DAPPS, E2E_DIST_DIR, E2E_ORIGIN, SHELL_ORIGIN } from './e2e-site';
import { UNLIMITED } from './plain-chains';
import type { SiteServices } from './site-services';

const root = process.cwd();
/** Settings for the build, which the browser tests also use. */
const build = {
  ...{ distDir: E2E_DIST_DIR, demoWallet: true, origin: E2E_ORIGIN },
  ...{ embedOrigins: [SHELL_ORIGIN], dappsFile: E2E_DAPPS },
};

/** Creates the build that the instances serve, unless it exists. */
export const buildOnce = () => buildSite({ root, ...build });

/** A server process of the built site. */
export type SiteInstance = {
  origin: string;
  /** Kills the process as a crash would (kill -9). */
  kill: () => Promise<void>;
  /** Restarts the process on the same port, after a kill or a stop. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Returns the environment variables for a server process that uses `services`. */
const instanceEnv = (services: SiteServices, port: number) => ({
  ...buildEnv(build),
  DATABASE_URL: services.databaseUrl,
  CHAINS_FILE: services.chainsFile,
  PORT: String(port),
  DATA_DIR: services.dir,
  LOG_LEVEL: 'silent',
  PRICE_PLATFORMS: '',
  RATE_SOURCES: '',
  // Wait longer, because opening a database connection is slow on a busy machine.
  DATABASE_WAIT_SECONDS: '60',
  RATE_LIMITS: UNLIMITED,
});

/**
 * Starts a server process on `services`, with additional settings in `env`, and waits until it is ready. `name` must be
 * unique among the processes on these services.
 */
export async function startInstance(
  services: SiteServices,
  name: string,
  env: Record<string, string> = {},
): Promise<SiteInstance> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const launch = () =>
    startSite({
      root,
      mode: 'start',
      host: '127.0.0.1',
      port,
      record: path.join(services.dir, `${name}.json`),
      env: { ...instanceEnv(services, port), ...env },
      drainSeconds: Number(env.DRAIN_SECONDS ?? 0),
    });
  let running = await launch();
  return {
    origin: `http://127.0.0.1:${port}`,
    kill: async () => {
      await running.stop({ force: true });
      await running.ended;
    },
    start: async () => {
      running = await launch();
    },
    stop: () => running.stop(),
  };
}

/** Serves the build with `next start` alone, as a Next.js hosting service does, and waits until it is ready. */
export async function startNextAlone(
  services: SiteServices,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawnNext({
    root,
    command: 'start',
    args: ['--hostname', '127.0.0.1', '--port', String(port)],
    env: instanceEnv(services, port),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: false,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('next start does not start');
  child.stdout?.resume();
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(
    () =>
      fetch(`${origin}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeoutMs: 300_000, intervalMs: 100, message: 'next start is not ready' },
  );
  return { origin, stop: () => endProcess(pid, 20_000) };
}

/**
 * Serves the build with additional settings in `env`, and waits until the API answers. `output` returns everything that
 * the server has written.
 */
export async function startLoudInstance(services: SiteServices, env: Record<string, string>) {
  const port = await freePort();
  const child = spawn(
    ...withoutCoreDumps(['--import', 'tsx', 'server/serve/serve.ts', '--port', String(port)]),
    {
      env: childEnv({
        NODE_ENV: 'production',
        NODE_OPTIONS: '',
        ...OWN_SIGNALS,
        ...instanceEnv(services, port),
        PAGE_POLICY: JSON.stringify({ connect: [], frameAncestors: [], frames: [], walletConnect: false }),
        ...env,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const ended = once(child, 'close');
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${output}`);
      return fetch(`${origin}/api/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    { timeoutMs: 300_000, intervalMs: 100, message: 'the server does not answer' },
  );
  return {
    origin,
    output: () => output,
    /** Sends a signal to the server. */
    send: (signal: NodeJS.Signals) => child.kill(signal),
    pid: child.pid,
    /** Resolves to the signal that ended the server, or null. */
    ended: ended.then(([, signal]) => signal as NodeJS.Signals | null),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const envelope = z.strictObject({ code: z.number(), msg: z.string(), data: z.unknown() });

type SiteCall = { body?: Record<string, string>; token?: string };

/** Calls an instance's API over HTTP, as a page of the site would. Throws if the response is incomplete. */
export async function callSite(origin: string, path: string, { body, token }: SiteCall = {}) {
  const response = await fetch(`${origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Origin: E2E_ORIGIN, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: new URLSearchParams(body) } : {}),
    signal: AbortSignal.timeout(20_000),
  });
  return envelope.parse(await response.json());
}

export type SignInProof = { message: string; signature: string };

/** Requests a nonce from an instance and signs the message. Throws if it returns none. */
export async function signOn(origin: string, account: LocalAccount): Promise<SignInProof> {
  const chainId = 31337;
  const { data } = await callSite(origin, '/user/generateNonce', {
    body: { address: account.address, chainId: String(chainId) },
  });
  const message = signInMessage(nonceResult.parse(data), { address: account.address, chainId });
  return { message, signature: await account.signMessage({ message }) };
}

export const signInOn = (origin: string, signIn: SignInProof) =>
  callSite(origin, '/user/login', { body: signIn });

/** Returns a new token. Throws if the sign-in fails. */
export async function tokenOn(origin: string, account: LocalAccount): Promise<string> {
  const { data } = await signInOn(origin, await signOn(origin, account));
  return loginResult.parse(data).token;
}

export const verifyOn = (origin: string, txHash: string, token: string) =>
  callSite(origin, '/deposit/verifyTx', { body: { chainId: '31337', txHash }, token });
