import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSite, startSite } from '../../server/process/site';
import { E2E_DIST_DIR, E2E_ORIGIN, E2E_PORT } from '../support/e2e-site';
import { EventReader } from '../support/event-reader';
import { expect, test } from '../support/site-test';

const PORT = E2E_PORT + 4;
const FRONT = `http://127.0.0.1:${PORT}`;

/** A second server that runs the same build, without a database or chains. Its back end is the site under test. */
let front: RunningSite;
let dir: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tidewell-front-'));
  front = await startSite({
    root: process.cwd(),
    mode: 'start',
    host: '127.0.0.1',
    port: PORT,
    record: join(dir, 'site.json'),
    env: {
      API_ORIGIN: E2E_ORIGIN,
      ORIGINS: FRONT,
      NEXT_DIST_DIR: E2E_DIST_DIR,
      LOG_LEVEL: 'error',
      DATABASE_URL: undefined,
      CHAINS_FILE: undefined,
    },
  });
});
test.afterAll(async () => {
  await front.stop();
  await rm(dir, { recursive: true, force: true });
});

test('API-9 a site without a database shows the data of its operator’s back end', async ({ page }) => {
  await page.goto(`${FRONT}/wallet/coins`);
  const list = page.getByRole('list', { name: 'Tokens' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(list.getByRole('link', { name: /^ETH/ })).toContainText(/\$[\d,]+/);
});

test('API-9 over HTTP: query, body, language, errors, own calls and headers', async ({ request }) => {
  const list = await request.get(`${FRONT}/api/coin/list?pageNum=2&pageSize=3&search=`, {
    headers: { 'X-Request-Id': 'mine' },
  });
  expect((await list.json()).data).toMatchObject({ pageNum: 2, pageSize: 3, total: 5 });
  expect(list.headers()).toMatchObject({
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=60, s-maxage=60',
  });
  const nonce = await request.post(`${FRONT}/api/user/generateNonce`, {
    headers: { Language: 'zh_CN' },
    form: { address: '0x', chainId: '1' },
  });
  expect([nonce.status(), (await nonce.json()).msg]).toEqual([400, '部分送出的內容無效。']);
  expect((await request.get(`${FRONT}/api/nowhere`)).status()).toBe(404);
  expect((await request.delete(`${FRONT}/api/coin/all`)).status()).toBe(405);
  expect((await request.head(`${FRONT}/api/coin/all`)).status()).toBe(200);
  expect(await (await request.get(`${FRONT}/api/health/ready`)).json()).toEqual({
    ready: true,
    backEnd: true,
  });
});

test('API-9 forwards streamed prices as they arrive', async () => {
  const { body, headers } = await fetch(`${FRONT}/api/coin/pricing/stream?currency=EUR`);
  expect(headers.get('content-type')).toContain('text/event-stream');
  if (!body) throw new Error('no body');
  const events = new EventReader(body);
  expect(await events.event()).toMatchObject({ event: 'prices' });
  await events.cancel();
});
