import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { chainsFileSchema } from '@/lib/evm/chains-file';
import { settingNames } from '@/lib/settings/env';
import { childEnv } from '@/lib/settings/process-env';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { answersDir } from '@/server/serve/answer-manifest';
import { depositNative } from '../support/api-deposit';
import { E2E_DIST_DIR, E2E_ORIGIN } from '../support/e2e-site';
import { buildOnce, startLoudInstance, tokenOn } from '../support/site-instance';
import { type SiteServices, startSiteServices } from '../support/site-services';
import { until } from '../support/until';

/** A value for each secret setting, which must appear nowhere. */
const CANARIES: Record<string, string> = {
  METRICS_TOKEN: 'canary-metrics-token-0123456789abcdef',
  PREVIEW_SECRET: 'canary-preview-secret-0123456789abcdef',
  S3_ACCESS_KEY_ID: 'canary-s3-access-key-id',
  S3_SECRET_ACCESS_KEY: 'canary-s3-secret-access-key',
  TURN_SECRET: 'canary-turn-secret-0123456789abcdef',
  PUSH_PRIVATE_KEY: 'canary-push-private-key-0123456789abcdef000',
  CARD_ISSUER_KEY: 'canary-card-issuer-key',
  CARD_DECISION_SECRETS: 'canary-card-decision-secret',
  CARD_EVENT_SECRETS: 'canary-card-event-secret',
};
/**
 * Settings that contain the canaries, with the other values they require. The S3 endpoint and the card issuer have no listener,
 * so every upload fails, and every request of the card's jobs.
 */
const SETTINGS = {
  ...CANARIES,
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'pictures',
  TURN_URLS: 'turn:127.0.0.1:9',
  CARD_ISSUER_ORIGIN: 'http://127.0.0.1:9',
};
/** API key in the RPC endpoints of CHAINS_FILE. */
const RPC_KEY = 'canary-rpc-key';
const CHECK_RPC_KEY = 'canary-check-rpc-key';

let services: SiteServices;
let settings: Record<string, string>;
let site: Awaited<ReturnType<typeof startLoudInstance>>;
/** Headers and bodies of all answers. */
const answers: string[] = [];

beforeAll(async () => {
  // A build that is made here must not contain the settings of its environment.
  const replaced = jest.replaceProperty(process, 'env', childEnv(SETTINGS));
  await buildOnce();
  replaced.restore();
  services = await startSiteServices();
  const file = chainsFileSchema.parse(JSON.parse(await readFile(services.chainsFile, 'utf8')));
  const chains = file.chains.map((chain) => ({
    ...chain,
    serverRpcUrl: `${chain.rpcUrl}/?key=${RPC_KEY}`,
    checkRpcUrl: `${chain.rpcUrl}/?key=${CHECK_RPC_KEY}`,
  }));
  const chainsFile = path.join(services.dir, 'chains-with-keys.json');
  await writeFile(chainsFile, JSON.stringify({ ...file, chains }));
  settings = { ...SETTINGS, CHAINS_FILE: chainsFile, LOG_LEVEL: 'trace', DATABASE_WAIT_SECONDS: '1' };
  site = await startLoudInstance(services, settings);
}, 1_800_000);
afterAll(async () => {
  await site?.stop();
  await services?.stop();
}, 120_000);

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(site.origin + path, {
    redirect: 'manual',
    ...init,
    headers: { Origin: E2E_ORIGIN, ...init.headers },
  });
  answers.push(`${JSON.stringify([...response.headers])} ${await response.clone().text()}`);
  return response;
}

const secrets = () => [
  ...Object.values(CANARIES),
  RPC_KEY,
  CHECK_RPC_KEY,
  new URL(services.databaseUrl).password,
  decodeURIComponent(new URL(services.databaseUrl).password),
];

test('OPS-2 every secret setting has a canary', () => {
  const named = settingNames().filter((name) =>
    /SECRET|TOKEN|PASSWORD|ACCESS_KEY|ISSUER_KEY|PRIVATE_KEY/.test(name),
  );
  expect(named.sort()).toEqual(Object.keys(CANARIES).sort());
});

test('OPS-3 no answer, metric, or log line contains a secret, whatever fails', async () => {
  const account = demoAccount(1);
  const token = await tokenOn(site.origin, account);
  const headers = { Authorization: `Bearer ${token}` };
  const txHash = await depositNative(services.chain, account, 1n);
  const form = new FormData();
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  form.append('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }));

  for (const page of ['/home', '/wallet', '/api/docs', '/nowhere']) await ask(page);
  for (const call of ['config/chainMapping', 'config/website', 'coin/list', 'openapi.json', 'health/ready'])
    expect((await ask(`/api/${call}`)).status).toBe(200);
  expect((await ask('/api/upload/avatar', { method: 'POST', headers, body: form })).status).toBe(503);
  expect((await ask(`/avatars/${'0a'.repeat(32)}.webp`)).status).toBe(503);
  await ask(`/api/preview?secret=${CANARIES.PREVIEW_SECRET}`);
  expect((await ask('/api/preview?secret=wrong')).status).toBe(403);
  expect((await ask('/api/metrics', { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401);

  const crash = services.crashDatabase();
  await until(
    async () => (await ask('/api/user/info', { headers })).status === 503,
    'a call without a database',
  );
  await crash;
  await until(async () => (await ask('/api/health/ready')).status === 200, 'readiness');

  await services.chain.stop();
  const verification = await ask('/api/deposit/verifyTx', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ chainId: '31337', txHash }),
  });
  expect(verification.status).toBe(503);
  const metrics = await ask('/api/metrics', {
    headers: { Authorization: `Bearer ${CANARIES.METRICS_TOKEN}` },
  });
  expect(metrics.status).toBe(200);
  await until(async () => site.output().includes('/api/metrics'), 'the last log line');

  expect(site.output()).toContain('"code":503');
  for (const secret of secrets()) {
    expect(site.output()).not.toContain(secret);
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
  }
});

/** Node options that write diagnostic reports to their own folder. */
const reportOptions = (folder: string) =>
  [
    '--report-on-fatalerror',
    '--report-on-signal',
    '--report-uncaught-exception',
    '--report-signal=SIGWINCH',
    `--report-directory=${folder}`,
    `--import=${pathToFileURL(path.resolve('tests/support/failing-process.mjs')).href}`,
  ].join(' ');

test('OPS-3 an instance that fails or aborts writes no secrets, even with diagnostic reports enabled', async () => {
  const folder = await mkdtemp(path.join(services.dir, 'reports-'));
  const before = new Set(await readdir(process.cwd()));
  const failing = await startLoudInstance(services, {
    ...settings,
    NODE_OPTIONS: reportOptions(folder),
    FAILING_URL: `http://127.0.0.1:9/?key=${RPC_KEY}`,
  });
  // The errors contain secrets. They are logged without them, and the process continues.
  failing.send('SIGUSR2');
  await until(async () => failing.output().includes('"uncaught exception"'), 'a logged exception');
  await until(async () => failing.output().includes('"unhandled rejection"'), 'a logged rejection');
  failing.send('SIGWINCH');
  expect((await fetch(`${failing.origin}/api/health/live`)).status).toBe(200);
  if (process.platform === 'linux')
    expect(await readFile(`/proc/${failing.pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m);
  failing.send('SIGABRT');
  expect(await failing.ended).toBe('SIGABRT');

  // Both errors were logged, without their secrets.
  expect(failing.output()).toContain('"message":"fetch failed"');
  expect(failing.output()).toMatch(/"message":"connect to postgresql:\/\/127\.0\.0\.1:\d+\/… with …"/);
  for (const secret of secrets()) expect(failing.output()).not.toContain(secret);
  expect(await readdir(folder)).toEqual([]);
  expect((await readdir(process.cwd())).filter((name) => !before.has(name))).toEqual([]);
});

test('OPS-2 the build contains no secret', async () => {
  let files = 0;
  for (const folder of [E2E_DIST_DIR, answersDir(E2E_DIST_DIR)])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      files += 1;
      const content = await readFile(path.join(entry.parentPath, entry.name));
      const found = secrets().filter((secret) => content.includes(secret));
      expect([entry.name, found]).toEqual([entry.name, []]);
    }
  expect(files).toBeGreaterThan(100);
});
