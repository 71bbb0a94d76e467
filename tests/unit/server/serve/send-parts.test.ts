/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { handler, type RouteHandler } from '@/lib/server/http/handler';
import { loadApiRoutes } from '@/server/serve/api-router';
import { respond } from '@/server/serve/respond';

beforeAll(() => {
  jest.replaceProperty(process, 'env', {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://127.0.0.1/tidewell',
    CHAINS_FILE: 'config/chains.example.json',
    ORIGINS: 'https://wallet.example.org',
    LOG_LEVEL: 'silent',
  });
});

let data: string[] = [];
let produced = 0;
const output = z.array(z.string());
const open = { auth: false, summary: 'Lists', output } as const;
const caching = { 'Cache-Control': 'public, max-age=60' };
const list = async () => {
  produced += 1;
  return data;
};
const routes: Record<string, RouteHandler> = {
  '/shared': handler({ ...open, input: null, caching, variesBy: 'Currency' }, list),
  '/by-input': handler(
    { ...open, input: z.object({ page: z.coerce.number() }), caching },
    async ({ input }) => [`page ${input.page}`],
  ),
  '/own': handler({ ...open, input: null }, list),
};
const server = createServer();

beforeAll(async () => {
  const findCall = await loadApiRoutes({
    routes: Object.fromEntries(Object.entries(routes).map(([path, GET]) => [path, async () => ({ GET })])),
    unknownPath: async () => ({}),
  });
  const listener = respond({
    files: { has: () => false, answer: () => false },
    findCall,
    passToNext: async (_, response) => void response.writeHead(418).end(),
  });
  server.on('request', (asked, response) => void listener(asked, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
// No time passes within a test, so a slow machine doesn't outlast the cache.
let now = 0;
beforeEach(() => {
  produced = 0;
  now += 60_000;
  jest.spyOn(performance, 'now').mockReturnValue(now);
});

async function ask(path: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path: `/api${path}`, headers, method }).end();
  const [answer] = await once(sent, 'response');
  const body: Buffer = await buffer(answer);
  const { statusCode: status, headers: own }: { statusCode: number; headers: IncomingHttpHeaders } = answer;
  return { status, headers: own, body };
}

test('API-10 each encoding of a shared answer has its own strong ETag, and 304 answers it', async () => {
  data = Array.from({ length: 100 }, (_, index) => `entry ${index}`);
  const plain = await ask('/shared');
  const packed = await ask('/shared', { 'accept-encoding': 'gzip' });
  const smallest = await ask('/shared', { 'accept-encoding': 'gzip, br' });
  expect(JSON.parse(String(plain.body))).toMatchObject({ code: 200, data });
  expect(gunzipSync(packed.body)).toEqual(plain.body);
  expect(brotliDecompressSync(smallest.body)).toEqual(plain.body);
  const etags = [plain, packed, smallest].map(({ headers }) => headers.etag ?? '');
  expect(etags.map((etag) => etag.replace(/^"[\w-]{20}/, ''))).toEqual(['"', '-gz"', '-br"']);
  expect(packed.headers).toMatchObject({
    vary: 'Language, Currency, Accept-Encoding',
    'cache-control': 'public, max-age=60',
    'content-length': String(packed.body.length),
  });

  const again = await ask('/shared', { 'accept-encoding': 'gzip', 'if-none-match': etags[1] });
  expect([again.status, again.headers.etag, again.body.length]).toEqual([304, etags[1], 0]);
  expect((await ask('/shared', { 'accept-encoding': 'gzip', 'if-none-match': etags[0] })).status).toBe(200);
  expect(produced).toBe(1);
  const head = await ask('/shared', { 'accept-encoding': 'gzip' }, 'HEAD');
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
    200,
    String(packed.body.length),
    0,
  ]);
  expect(new Set([plain, packed, again].map(({ headers }) => headers['x-request-id'])).size).toBe(3);
});

test('API-10 shared answers differ by language, by the header that they depend on, and by input', async () => {
  await ask('/shared', { currency: 'EUR' });
  await ask('/shared', { currency: 'USD' });
  await ask('/shared', { currency: 'USD', language: 'zh_CN' });
  expect(produced).toBe(2);
  const [english, chinese] = await Promise.all([ask('/shared'), ask('/shared', { language: 'zh_CN' })]);
  expect(english.headers.etag).not.toBe(chinese.headers.etag);
  for (const page of [1, 2])
    expect(JSON.parse(String((await ask(`/by-input?page=${page}`)).body))).toMatchObject({
      data: [`page ${page}`],
    });
  expect((await ask('/by-input?page=x')).status).toBe(400);
  expect((await ask('/by-input?page=x')).headers).not.toHaveProperty('etag');
});

test('API-10 an answer that is not shared is produced for each request, and compressed if it is long', async () => {
  data = Array.from({ length: 500 }, (_, index) => `entry ${index}`);
  const packed = await ask('/own', { 'accept-encoding': 'gzip' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
  expect(JSON.parse(String(gunzipSync(packed.body)))).toMatchObject({ data });
  data = ['short'];
  const short = await ask('/own', { 'accept-encoding': 'gzip' });
  expect(short.headers).not.toHaveProperty('content-encoding');
  expect(produced).toBe(2);
});
