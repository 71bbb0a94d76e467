import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signInMessage } from '@/lib/session/sign-in-message';
import { OPERATOR, REAL_DIST_DIR, WEBSITE_WITH_APPS } from '../support/e2e-site';
import { type Instance, Instances } from '../support/instances';
import { Load } from '../support/load';
import { until } from '../support/until';

const [PORT_A, PORT_B, PORT_C] = [3430, 3431, 3432];
const METRICS_TOKEN = 'the token of the metrics under test';

const instances = new Instances();
let a: Instance;
let b: Instance;

test.describe.configure({ mode: 'serial', timeout: 600_000 });

test.beforeAll(async () => {
  await instances.prepare({
    NEXT_DIST_DIR: REAL_DIST_DIR,
    WEBSITE_FILE: WEBSITE_WITH_APPS,
    BUILD_ON_START: '0',
    ORIGINS: [OPERATOR, ...[PORT_A, PORT_B].map((port) => `http://127.0.0.1:${port}`)].join(),
    DRAIN_SECONDS: '2',
    METRICS_TOKEN,
    LOG_LEVEL: 'info',
    PRICE_PLATFORMS: '',
    RATE_SOURCES: '',
  });
  [a, b] = await Promise.all([instances.start(PORT_A), instances.start(PORT_B)]);
});

test.afterAll(() => instances.stop());

async function post(to: Instance, path: string, body: Record<string, unknown>, token?: string) {
  const response = await fetch(`${to.url}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: a.url,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return response.json();
}

const account = privateKeyToAccount(generatePrivateKey());

async function signedMessage(from: Instance) {
  const { data } = await post(from, '/user/generateNonce', { address: account.address, chainId: 31337 });
  const message = signInMessage(data, { address: account.address, chainId: 31337 });
  return { message, signature: await account.signMessage({ message }) };
}

const info = async (from: Instance, token: string) =>
  (await fetch(`${from.url}/api/user/info`, { headers: { Authorization: `Bearer ${token}` } })).json();

test('OPS-4 a nonce of one instance signs in at another, once, and the session holds and ends at both', async () => {
  const signed = await signedMessage(a);
  const answers = await Promise.all([a, b, a, b].map((to) => post(to, '/user/login', signed)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400]);
  const { token } = answers.find(({ code }) => code === 200).data;
  expect(await info(a, token)).toMatchObject({ code: 200, data: { address: account.address } });
  expect(await info(b, token)).toMatchObject({ code: 200 });
  await post(b, '/user/logout', {}, token);
  expect(await info(a, token)).toMatchObject({ code: 1007 });
});

test('OPS-4 a third instance shares the build with its own page policy, but not with other sources', async () => {
  await expect(instances.start(PORT_C, { EMBED_ORIGINS: 'https://shell.example.org' })).rejects.toThrow(
    /the build in \.next-real was not made from these sources/,
  );
  const third = await instances.start(PORT_C, {
    WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef',
  });
  const [ownPolicy, policy] = await Promise.all(
    [third, a].map(async ({ url }) => (await fetch(`${url}/wallet`)).headers.get('content-security-policy')),
  );
  expect(ownPolicy).toContain('walletconnect');
  expect(policy).not.toContain('walletconnect');
  expect(await instances.end(third)).toBe(0);
});

test('OPS-3 metrics of an instance show its routes, its pool and which instance reads the prices', async () => {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  expect((await fetch(`${b.url}/api/metrics`)).status).toBe(401);
  await fetch(`${a.url}/api/coin/1`);
  const [ofA = '', ofB = ''] = await Promise.all(
    [a, b].map(async ({ url }) => (await fetch(`${url}/api/metrics`, { headers })).text()),
  );
  expect(ofA).toContain('tidewell_http_requests_total{route="/api/coin/{id}",method="GET",code="200"} 1');
  expect(ofA).toMatch(/^tidewell_database_connections\{state="idle"\} [1-9]/m);
  const leaders = [ofA, ofB].map((all) => Number(/^tidewell_price_leader (\d)$/m.exec(all)?.[1]));
  expect(leaders.sort()).toEqual([0, 1]);
});

/** Sends the first half of a request. Returns a function that sends the rest and resolves to the response. */
async function halfSent(to: Instance) {
  const body = JSON.stringify({ address: account.address, chainId: 31337 });
  const half = request(`${to.url}/api/user/generateNonce`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
  });
  half.flushHeaders();
  await once(half, 'continue');
  half.write(body.slice(0, 20));
  return async (): Promise<unknown> => {
    half.end(body.slice(20));
    const [response] = await once(half, 'response');
    return JSON.parse(await text(response));
  };
}

test('OPS-3 an instance stopped under load answers every accepted request, ends its streams and exits with 0', async () => {
  const load = new Load([a.url, b.url], ['/home', '/api/coin/all', '/zh-Hant/home', '/api/health/live'], 8);
  const stream = await fetch(`${a.url}/api/coin/pricing/stream`);
  await until(async () => load.served(a.url) > 100 && load.served(b.url) > 100, 'load on both');
  const sendRest = await halfSent(a);

  const ended = instances.end(a);
  await until(async () => (await fetch(`${a.url}/api/health/ready`)).status === 503, 'not ready');
  const readiness = await fetch(`${a.url}/api/health/ready`);
  expect(await readiness.json()).toEqual({ ready: false, stopping: true });
  expect(readiness.headers.get('connection')).toBe('close');
  await stream.text();
  expect(await sendRest()).toMatchObject({ code: 200 });

  expect(await ended).toBe(0);
  await expect(fetch(`${a.url}/api/health/live`)).rejects.toThrow();
  const before = load.served(b.url);
  await until(async () => load.served(b.url) > before + 100, 'load on the one that stayed');
  await load.stop();
  expect(load.failures).toEqual([]);
});

test('OPS-3 finishes open requests without a load balancer or a drain', async () => {
  a = await instances.start(PORT_A, { DRAIN_SECONDS: '0' });
  const sendRest = await halfSent(a);
  const ended = instances.end(a, 'SIGINT');
  await until(
    () =>
      fetch(`${a.url}/api/health/live`).then(
        () => false,
        () => true,
      ),
    'no more connections',
  );
  expect(await sendRest()).toMatchObject({ code: 200 });
  expect(await ended).toBe(0);
});

test('OPS-3 the output of an instance has no secret, and a request ID in each line of a call', async () => {
  expect(await instances.end(b)).toBe(0);
  const lines = b
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const answered = lines.filter(({ msg }) => msg === 'answered');
  expect(answered.length).toBeGreaterThan(10);
  for (const { requestId } of answered) expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(b.output()).not.toContain(METRICS_TOKEN);
  expect(b.output()).not.toMatch(/postgresql:\/\/[^ ]*:[^ ]*@/);
});
