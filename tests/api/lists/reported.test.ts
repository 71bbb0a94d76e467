import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GET } from '@/app/api/config/reported/route';
import { GET as website } from '@/app/api/config/website/route';
import { clearCache } from '@/lib/server/cached';
import { type Backend, startBackend } from '../../support/api-backend';
import { startOutsideHost } from '../../support/outside-host';
import { ORIGIN } from '../../support/plain-chains';
import { until } from '../../support/until';

const HOUR_MS = 3_600_000;
const [scam, other, third] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`);
const folder = mkdtempSync(path.join(tmpdir(), 'reported-'));
const [listFile, dappsFile] = ['list.txt', 'dapps.json'].map((name) => path.join(folder, name)) as [
  string,
  string,
];
const context = { params: Promise.resolve({}) };
const ask = (headers: Record<string, string> = {}) =>
  GET(new Request(`${ORIGIN}/api/config/reported`, { headers }), context);
const read = async () => {
  clearCache();
  return (await (await ask()).json()) as { code: number; data: Record<string, unknown> };
};

let body = JSON.stringify([scam, 'drainer.example']);
let status = 200;
let host: Awaited<ReturnType<typeof startOutsideHost>>;
let backend: Backend;
let clock = 0;

const dapp = (slug: string, origin: string) => ({
  ...{ slug, origin, name: slug, description: slug, icon: null, networks: [1] },
});

beforeAll(async () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + clock);
  host = await startOutsideHost({
    '/list.json': (_request, response) => void response.writeHead(status).end(body),
  });
  writeFileSync(listFile, `${other}\n`);
  const dapps = [dapp('good', 'https://app.example.org'), dapp('bad', 'https://app.drainer.example')];
  writeFileSync(dappsFile, JSON.stringify(dapps));
  backend = await startBackend({
    env: {
      REPORTED_LISTS: `${host.origin}/list.json, ${listFile}`,
      DAPPS_FILE: path.relative(process.cwd(), dappsFile),
    },
  });
});
afterAll(async () => {
  await backend.stop();
  await host.stop();
  rmSync(folder, { recursive: true });
});

test('RISK-1 lists are mirrored once, with their age, and only the reported ones of the listed DApps', async () => {
  const first = await read();
  expect(first.data).toEqual({
    isComplete: true,
    readAt: expect.stringMatching(/^\d{4}-/),
    addresses: [scam, other],
    origins: ['https://app.drainer.example'],
  });
  await read();
  expect(host.asked).toHaveLength(1);
  expect(await (await website(new Request(`${ORIGIN}/api/config/website`), context)).json()).toMatchObject({
    data: { hasReportedLists: true },
  });
});

test('RISK-1 a wallet that has the lists gets a 304 by their ETag', async () => {
  const etag = (await ask()).headers.get('etag') ?? '';
  expect(etag).toMatch(/"[\w-]+"$/);
  expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
});

test.each([
  ['an error', 500, '["drainer.example"]'],
  ['an error page', 200, '<!doctype html>'],
  ['too many bytes', 200, JSON.stringify([scam, 'x'.repeat(17 * 1_024 * 1_024)])],
])('RISK-1 the last copy stays, with its age, if the source answers with %s', async (_, code, text) => {
  const before = await read();
  [status, body] = [code, text];
  const asked = host.asked.length;
  clock += HOUR_MS + 1_000;
  // The copy is served while it is read again.
  expect((await read()).data).toMatchObject({ addresses: [scam, other] });
  await until(async () => host.asked.length > asked, 'the source is asked again');
  const { readAt, ...rest } = (await read()).data;
  const { readAt: _then, ...kept } = before.data;
  expect(rest).toEqual(kept);
  expect(Date.parse(String(readAt))).toBeLessThanOrEqual(Date.now());
});

test('RISK-1 a list that changes replaces its copy', async () => {
  [status, body] = [200, JSON.stringify([third])];
  clock += HOUR_MS + 1_000;
  await until(
    async () => String((await read()).data.addresses) === String([other, third]),
    'the new list is served',
  );
  expect((await read()).data).toMatchObject({ isComplete: true, origins: [] });
});

test('RISK-1 a copy that is older than a week stays, but is not complete', async () => {
  const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 24 * HOUR_MS);
  // Past the reuse of the last answer.
  clock += 2_000;
  expect((await read()).data).toMatchObject({ isComplete: false, addresses: [other, third] });
  time.mockRestore();
});
