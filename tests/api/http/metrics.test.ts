import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { GET as findCoin } from '@/app/api/coin/[id]/route';
import { GET as coinAll } from '@/app/api/coin/all/route';
import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { clearCache } from '@/lib/server/cached';
import { countRefusal, countVerification } from '@/lib/server/metrics/count';
import { priceHub } from '@/lib/server/prices/service';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute, METRICS_TOKEN, samples, scrape } from '../../support/api-call';
import { signedMessage, tokenOf } from '../../support/api-sign-in';
import { ORIGIN, queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ pools: true, env: { METRICS_TOKEN, DATABASE_POOL_SIZE: '7' } });
});
afterAll(() => backend.stop());

const account = privateKeyToAccount(generatePrivateKey());

const askCoin = (id: string) =>
  findCoin(new Request(`${ORIGIN}/api/coin/${id}`), { params: Promise.resolve({ id }) });

test('OPS-3 metrics require the token and use Prometheus’s text format', async () => {
  const answer = await scrape();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  expect(text).toContain('# TYPE tidewell_http_request_duration_seconds histogram');
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toContain(METRICS_TOKEN);
});

test.each<Record<string, string>>([
  {},
  { Authorization: 'Bearer guessed' },
  { Authorization: METRICS_TOKEN },
])('OPS-3 metrics are refused to %j, in the envelope', async (headers) => {
  const answer = await scrape(headers);
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 401, data: null }]);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test('OPS-3 counts calls by template, method and code, regardless of the number of paths', async () => {
  const codes = new Set<number>();
  for (const id of ['1', '2', '3', '999', 'x'.repeat(200)]) codes.add((await askCoin(id)).status);
  const all = await samples();
  const routes = [...all.keys()].filter((name) => name.startsWith('tidewell_http_requests_total'));
  const coin = (code: number) =>
    all.get(`tidewell_http_requests_total{route="/api/coin/{id}",method="GET",code="${code}"}`);
  expect([coin(200), coin(404), coin(400)]).toEqual([3, 1, 1]);
  expect([...codes].sort()).toEqual([200, 400, 404]);
  expect(routes.join('\n')).not.toContain('999');
  expect(all.get('tidewell_http_request_duration_seconds_count{route="/api/coin/{id}",method="GET"}')).toBe(
    5,
  );
});

test('OPS-3 counts and answers a route without parameters, for which Next passes none', async () => {
  const none = { params: Promise.resolve(undefined) } as unknown as Parameters<typeof findCoin>[1];
  expect((await coinAll(new Request(`${ORIGIN}/api/coin/all`), none)).status).toBe(200);
  expect(
    (await samples()).get('tidewell_http_requests_total{route="/api/coin/all",method="GET",code="200"}'),
  ).toBe(1);
});

test('OPS-3 sign-ins, verifications and rejections are counted by result', async () => {
  const token = await tokenOf(account);
  const used = await signedMessage(account);
  await callRoute(signIn, { body: used });
  await callRoute(signIn, { body: used });
  await callRoute(verifyTx, { body: { chainId: 31337, txHash: `0x${'1'.repeat(64)}` }, token });
  countRefusal('login');
  const all = await samples();
  expect(all.get('tidewell_logins_total{outcome="ok"}')).toBe(2);
  expect(all.get('tidewell_logins_total{outcome="nonce"}')).toBe(1);
  expect(all.get('tidewell_verifications_total{kind="deposit",outcome="pending"}')).toBe(1);
  expect(all.get('tidewell_rate_limit_refusals_total{limit="login"}')).toBe(1);
});

test('OPS-3 measures the pool, the price sources and the streams', async () => {
  const reader = priceHub()?.subscribe([], async () => null);
  const all = await until(async () => {
    const now = await samples();
    return now.has('tidewell_price_source_age_seconds{source="uniswap-v2 on chain 31337"}') &&
      now.has('tidewell_price_age_seconds{coin="1"}')
      ? now
      : null;
  }, 'a price source that was heard');
  expect(all.get('tidewell_price_leader')).toBe(1);
  expect(all.get('tidewell_price_source_state{source="uniswap-v2 on chain 31337",state="up"}')).toBe(1);
  expect(all.get('tidewell_price_source_state{source="uniswap-v2 on chain 31337",state="down"}')).toBe(0);
  expect(all.get('tidewell_price_age_seconds{coin="1"}')).toBeLessThan(60);
  expect(all.get('tidewell_price_stream_readers')).toBe(1);
  expect(all.get('tidewell_database_connections_limit')).toBe(7);
  expect(all.get('tidewell_database_waiting')).toBeGreaterThanOrEqual(0);
  expect(all.has('tidewell_database_connections{state="idle"}')).toBe(true);
  reader?.end();
});

test('OPS-3 counts the verifications that are in progress, even if they fail', async () => {
  const name = 'tidewell_verifications_in_progress{kind="pledge"}';
  const ends: (() => void)[] = [];
  const verifications = [1, 2].map(() =>
    countVerification('pledge', () => new Promise((_, reject) => ends.push(() => reject(new Error('node'))))),
  );
  expect((await samples()).get(name)).toBe(2);
  for (const end of ends) end();
  await Promise.allSettled(verifications);
  expect((await samples()).get(name)).toBe(0);
});

test('OPS-3 measures readiness, the chains, the clean-up, and the disk for uploads', async () => {
  const [chain] = backend.chains;
  clearCache();
  const all = await samples();
  const ofChain = (name: string) => all.get(`tidewell_chain_${name}{chain="${chain.id}"}`);
  expect(all.get('tidewell_ready')).toBe(1);
  // PostgreSQL runs on the same machine.
  expect(Math.abs(all.get('tidewell_clock_offset_seconds') ?? Number.NaN)).toBeLessThan(10);
  expect(ofChain('up')).toBe(1);
  const { number, timestamp } = await chain.client.getBlock();
  expect(ofChain('head_block')).toBe(Number(number));
  const age = Date.now() / 1_000 - Number(timestamp);
  expect(ofChain('head_age_seconds')).toBeLessThanOrEqual(Math.max(age, 0));
  expect(ofChain('head_age_seconds')).toBeGreaterThan(age - 60);
  for (const table of ['nonces', 'sessions', 'rate_limits'])
    expect(all.get(`tidewell_clean_up_age_seconds{table="${table}"}`)).toBeGreaterThanOrEqual(0);
  const [free = 0, size] = ['free', 'size'].map((part) => all.get(`tidewell_uploads_${part}_bytes`));
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
});

test('OPS-3 reports a chain whose node is unreachable, and keeps its latest known block', async () => {
  const [chain] = backend.chains;
  const nodeAt = async (url: string) => {
    await queryDatabase(backend, 'update chains set server_rpc_url = $1 where id = $2', [url, chain.id]);
    clearCache();
  };
  clearCache();
  const before = await samples();
  try {
    await nodeAt('http://127.0.0.1:9');
    const all = await samples();
    const block = `tidewell_chain_head_block{chain="${chain.id}"}`;
    expect(all.get('tidewell_ready')).toBe(0);
    expect(all.get(`tidewell_chain_up{chain="${chain.id}"}`)).toBe(0);
    expect(all.get(`tidewell_chain_up{chain="${backend.chains[1].id}"}`)).toBe(1);
    expect(all.get(block)).toBe(before.get(block));
  } finally {
    await nodeAt(chain.rpcUrl);
  }
  expect((await samples()).get('tidewell_ready')).toBe(1);
});
