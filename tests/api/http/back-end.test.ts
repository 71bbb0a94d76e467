import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  DELETE as unknownDelete,
  GET as unknownGet,
  POST as unknownPost,
  PUT as unknownPut,
} from '@/app/api/[[...path]]/route';
import { GET as article } from '@/app/api/article/detail/[id]/route';
import { GET as coinAll } from '@/app/api/coin/all/route';
import { GET as live } from '@/app/api/health/live/route';
import { GET as ready } from '@/app/api/health/ready/route';
import { GET as preview } from '@/app/api/preview/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { GET as avatar } from '@/app/avatars/[name]/route';
import { BACK_END_STREAMS } from '@/lib/server/back-end/limits';
import { isOwnCall } from '@/lib/server/back-end/with-back-end';
import { boot, shutDown } from '@/lib/server/boot';
import { clearCache } from '@/lib/server/cached';
import { peerHeader } from '@/lib/server/http/connections';
import type { RouteHandler } from '@/lib/server/http/handler';
import { resetLimits } from '@/lib/server/limits/limiters';
import { markStopping } from '@/lib/server/stop/state';
import { childEnv } from '@/lib/settings/process-env';
import { RATE_LIMITS } from '@/lib/settings/setting-kinds';
import { askRpcUrls, startServices } from '@/scripts/launcher/local-services';
import { Stops } from '@/server/process/process-record';
import { METRICS_TOKEN, samples } from '../../support/api-call';
import { answerEnvelope, BackEndServer } from '../../support/back-end-server';
import { EventReader } from '../../support/event-reader';
import { until } from '../../support/until';

// Only the test with a silent back end shortens the timeout, because a busy machine may be slow to respond.
let mockTimeoutMs: number | null = null;
jest.mock('@/lib/server/back-end/limits', () => {
  const actual = jest.requireActual<typeof import('@/lib/server/back-end/limits')>(
    '@/lib/server/back-end/limits',
  );
  return {
    ...actual,
    get BACK_END_TIMEOUT_MS() {
      return mockTimeoutMs ?? actual.BACK_END_TIMEOUT_MS;
    },
  };
});

const SITE = 'http://127.0.0.1:3000';
const OTHER_SITE = 'https://wallet.example.org';
const backEnd = new BackEndServer();
const context = { params: Promise.resolve({}) };

const ask = (route: RouteHandler, path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
  route(new Request(SITE + path, init), context);

beforeAll(async () => {
  await backEnd.start();
  // Start without a database and chains, because the back end has them.
  const env = childEnv({
    API_ORIGIN: backEnd.origin,
    ORIGINS: `${SITE},${OTHER_SITE}`,
    LOG_LEVEL: 'silent',
    METRICS_TOKEN,
    TRUSTED_PROXIES: '10.0.0.0/8',
  });
  delete env.DATABASE_URL;
  delete env.CHAINS_FILE;
  jest.replaceProperty(process, 'env', env);
  await boot();
});
afterEach(() => {
  backEnd.received.length = 0;
  backEnd.onRequest = () => undefined;
  backEnd.answer = (response) => answerEnvelope(response, []);
});
afterAll(async () => {
  await shutDown();
  await backEnd.stop();
});

const avatarAt = (name: string) =>
  avatar(new Request(`${SITE}/avatars/${name}`), { params: Promise.resolve({ name }) });

test('API-9 OPS-5 forwards profile pictures to the back end, too, and no other paths', async () => {
  backEnd.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'image/webp', 'Cache-Control': 'max-age=60' });
    response.end('RIFF');
  };
  const picture = await avatarAt('7.webp');
  expect([picture.status, await picture.text()]).toEqual([200, 'RIFF']);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'max-age=60',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
  expect(backEnd.last()).toMatchObject({ method: 'GET', url: '/avatars/7.webp' });

  backEnd.answer = (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script>');
  const page = await avatarAt('page.html');
  expect([page.status, await page.text()]).toEqual([404, '']);
  backEnd.answer = (response) => response.writeHead(404).end();
  expect((await avatarAt('gone.webp')).status).toBe(404);
});

test('API-9 forwards a call with its method, path, query, body and headers', async () => {
  backEnd.answer = (response) => answerEnvelope(response, [{ id: 7 }]);
  const headers = {
    Authorization: 'Bearer secret',
    Language: 'zh_CN',
    Currency: 'HKD',
    Cookie: 'token=secret',
    Connection: 'close, x-hop',
    'X-Hop': 'this connection',
    'X-Request-Id': 'mine-1',
    [peerHeader()]: '10.0.0.1',
    Host: '127.0.0.1:3000',
  };
  const answer = await ask(coinAll, '/api/coin/all?a=%E5%B9%A3%20b&c=%2F', { headers });
  expect([answer.status, await answer.json()]).toEqual([200, { code: 200, msg: '', data: [{ id: 7 }] }]);
  const { method, url, headers: got } = backEnd.last();
  expect([method, url]).toEqual(['GET', '/api/coin/all?a=%E5%B9%A3%20b&c=%2F']);
  expect(got).toMatchObject({
    authorization: 'Bearer secret',
    language: 'zh_CN',
    currency: 'HKD',
    'x-request-id': 'mine-1',
    'x-forwarded-host': '127.0.0.1:3000',
    'x-forwarded-proto': 'http',
    host: new URL(backEnd.origin).host,
  });
  expect(got).not.toHaveProperty('cookie');
  expect(got).not.toHaveProperty('x-hop');

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await ask(unknownPost, '/api/presale/verifyTx', {
    method: 'POST',
    headers: form,
    body: 'chainId=1&txHash=0x1',
  });
  expect(backEnd.last()).toMatchObject({
    method: 'POST',
    url: '/api/presale/verifyTx',
    headers: { 'content-type': form['Content-Type'] },
  });
  expect(backEnd.last().body.toString()).toBe('chainId=1&txHash=0x1');
  await ask(unknownPut, '/api/what/ever', { method: 'PUT', body: '{"a":1}' });
  expect(backEnd.last()).toMatchObject({ method: 'PUT', url: '/api/what/ever' });
});

test('API-9 does not read the next request on a connection as a declared but missing body', async () => {
  await ask(coinAll, '/api/coin/all', { headers: { 'Content-Length': '100' } });
  expect(backEnd.last().headers).not.toHaveProperty('content-length');
  for (const path of ['/api/coin/all?1', '/api/coin/all?2']) {
    expect((await ask(coinAll, path)).status).toBe(200);
    expect(backEnd.last()).toMatchObject({ method: 'GET', url: path });
  }
  await ask(unknownDelete, '/api/what/ever', { method: 'DELETE', body: 'GET /smuggled HTTP/1.1\r\n\r\n' });
  expect(backEnd.last()).toMatchObject({ method: 'DELETE', url: '/api/what/ever' });
  expect(backEnd.last().body.toString()).toBe('GET /smuggled HTTP/1.1\r\n\r\n');
});

test('API-9 forwards only headers of clients, because a trusted proxy may pass on forged headers of proxies', async () => {
  const forged = {
    'CF-Connecting-IP': '192.0.2.66',
    'CF-Connecting-IPv6': '2001:db8::66',
    Forwarded: 'for=192.0.2.66',
    'Remote-User': 'admin',
    'True-Client-IP': '192.0.2.66',
    Via: '1.1 other',
    'X-Accel-Mapping': '/=/',
    'X-AppEngine-User-IP': '192.0.2.66',
    'X-Auth-Request-User': 'admin',
    'X-Envoy-External-Address': '192.0.2.66',
    'X-Forwarded-Port': '1',
    'X-Forwarded-Prefix': '/x',
    'X-Forwarded-User': 'admin',
    'X-HTTP-Host-Override': 'evil.example',
    'X-HTTP-Method-Override': 'DELETE',
    'X-Invented-By-Some-Framework': '1',
    'X-Original-URL': '/admin',
    'X-Real-IP': '192.0.2.66',
    'X-Remote-Addr': '192.0.2.66',
    'X-Rewrite-URL': '/admin',
    'X-Scheme': 'https',
    'X-Sendfile-Type': 'X-Accel-Redirect',
    'X-SSL-Client-Verify': 'SUCCESS',
    X_Forwarded_Proto: 'https',
    X_Real_IP: '192.0.2.66',
  };
  const kept = {
    Accept: 'application/json',
    'Accept-Language': 'zh-TW',
    'If-None-Match': '"a"',
    'Last-Event-ID': '7',
    Range: 'bytes=0-9',
    'Sec-CH-UA-Mobile': '?1',
    'Sec-Fetch-Site': 'same-origin',
    'User-Agent': 'test',
    'X-Requested-With': 'fetch',
  };
  const lowercase = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const peer of ['203.0.113.7', '10.0.0.1']) {
    const forwarded = { 'X-Forwarded-For': '192.0.2.66, 198.51.100.1', 'X-Request-Id': 'somebody-elses' };
    const headers = { ...forged, ...kept, ...forwarded, [peerHeader()]: peer };
    await ask(coinAll, '/api/coin/all', { headers });
    const got = backEnd.last().headers;
    expect(got).toMatchObject(lowercase(kept));
    expect(Object.keys(lowercase(forged)).filter((name) => name in got)).toEqual([]);
    expect(got['x-request-id'] === 'somebody-elses').toBe(peer === '10.0.0.1');
    // A proxy appends its client's address to what the client sent.
    expect(got['x-forwarded-for']).toBe(peer === '10.0.0.1' ? '198.51.100.1' : peer);
  }
});

test('API-9 AUTH-1 the address of the site that the back end gets is one of ORIGINS, whatever the client sends', async () => {
  const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'ftp' };
  const otherHost = new URL(OTHER_SITE).host;
  for (const peer of ['203.0.113.7', '10.0.0.1'])
    for (const [origin, host, own] of [
      [undefined, 'evil.example', SITE],
      [SITE, 'evil.example', SITE],
      [OTHER_SITE, 'evil.example', OTHER_SITE],
      ['https://evil.example', 'evil.example', SITE],
      // Browsers send no Origin with a GET of the same origin.
      [undefined, otherHost, OTHER_SITE],
      [SITE, otherHost, SITE],
    ] as const) {
      const given = { Host: host, ...(origin ? { Origin: origin } : {}), [peerHeader()]: peer };
      await ask(coinAll, '/api/coin/all', { headers: { ...forged, ...given } });
      const got = backEnd.last().headers;
      expect([given, `${got['x-forwarded-proto']}://${got['x-forwarded-host']}`]).toEqual([given, own]);
    }
});

test('API-9 does not forward a path that the back end could interpret as another one', async () => {
  for (const path of [
    '//192.0.2.1/api/coin/all',
    '/api/%6detrics',
    '/api/%68ealth/live',
    '/api/x%2f..%2fmetrics',
    '/api/x%5c..%5cmetrics',
    '/api/%2e%2e%2fadmin',
    '/api/%256detrics',
    '/api//metrics',
    '/api/metrics;a=1',
    '/api/METRICS',
    '/api/metrics.',
    '/api/metrics.json',
    '/api/health.txt',
    '/api/health.json/live',
    '/api/Preview.json',
    '/api/./metrics.',
    '/api/x./metrics',
    '/api/coin/.../all',
    '/api/coin/all.',
    '/api/coin/all/',
  ]) {
    const answer = await ask(unknownGet, path);
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      { code: 404, msg: expect.any(String), data: null },
    ]);
  }
  expect((await ask(coinAll, '/api/coin/%61ll')).status).toBe(404);
  expect((await avatarAt('..%2fapi%2fmetrics')).status).toBe(404);
  expect(backEnd.received).toEqual([]);
  expect((await ask(unknownGet, '/api/erc7730/1/0x00.json?a=%2f..')).status).toBe(200);
  expect(backEnd.last().url).toBe('/api/erc7730/1/0x00.json?a=%2f..');
});

test('API-8 API-9 forwards an upload while it is arriving', async () => {
  const arrived = new Promise<void>((resolve) => {
    backEnd.onRequest = (request) => request.once('data', () => resolve());
  });
  const part = Buffer.alloc(2 << 20, 7);
  async function* parts() {
    yield Buffer.from('first');
    // Continue only when the back end has received the first part.
    await arrived;
    yield part;
  }
  const body = NodeReadableStream.from(parts()) as ReadableStream;
  const type = 'multipart/form-data; boundary=x';
  const answer = await ask(unknownPost, '/api/upload/avatar', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    duplex: 'half',
  });
  expect(answer.status).toBe(200);
  expect(backEnd.last().headers['content-type']).toBe(type);
  expect(backEnd.last().body.equals(Buffer.concat([Buffer.from('first'), part]))).toBe(true);
});

/** Uploads a number of 1 MiB chunks. Returns the status and the code of the response. */
async function upload(chunks: number, headers: Record<string, string> = {}) {
  async function* parts() {
    for (let sent = 0; sent < chunks; sent += 1) yield Buffer.alloc(1 << 20);
  }
  const answer = await ask(unknownPost, '/api/upload/avatar', {
    method: 'POST',
    body: NodeReadableStream.from(parts()) as ReadableStream,
    headers,
    duplex: 'half',
  });
  return [answer.status, (await answer.json()) as { code: number }] as const;
}

test('API-9 OPS-6 does not forward more than 3 MiB of a body, with or without a declared length', async () => {
  expect(await upload(3)).toMatchObject([200, { code: 200 }]);
  backEnd.received.length = 0;
  expect(await upload(4)).toMatchObject([413, { code: 413 }]);
  expect(await upload(1, { 'Content-Length': String(4 << 20) })).toMatchObject([413, { code: 413 }]);
  expect(backEnd.received).toEqual([]);
});

test('API-9 OPS-6 counts forwarded calls against the rate limits of the site’s own calls', async () => {
  resetLimits();
  const outcomes = async (route: RouteHandler, path: string, method: string, peer: string, times: number) => {
    const statuses = [];
    for (let index = 0; index < times; index += 1) {
      const answer = await ask(route, path, { method, headers: { [peerHeader()]: peer } });
      await answer.body?.cancel();
      statuses.push(answer.status);
    }
    return statuses.filter((status) => status === 429).length;
  };
  const { login, write, read } = RATE_LIMITS;
  expect(await outcomes(signIn, '/api/user/login', 'POST', '203.0.113.1', login.calls + 2)).toBe(2);
  expect(await outcomes(unknownPost, '/api/order', 'POST', '203.0.113.1', write.calls + 2)).toBe(2);
  expect(await outcomes(unknownGet, '/api/orders', 'GET', '203.0.113.1', read.calls + 2)).toBe(2);
  expect(await outcomes(signIn, '/api/user/login', 'POST', '203.0.113.2', 1)).toBe(0);
  const refused = await ask(unknownGet, '/api/orders', { headers: { [peerHeader()]: '203.0.113.1' } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({
    code: 429,
    msg: 'Too many requests. Wait a moment and try again.',
  });
  resetLimits();
});

test('API-9 OPS-5 rejects a forwarded call that changes something if it comes from another site’s page', async () => {
  const headers = { Origin: 'https://phish.example', 'Sec-Fetch-Site': 'cross-site' };
  const answer = await ask(unknownPost, '/api/order', { method: 'POST', headers });
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 403 }]);
  expect(backEnd.received).toEqual([]);
  expect((await ask(unknownGet, '/api/orders', { headers })).status).toBe(200);
});

test('API-9 OPS-6 limits the open back-end streams of a client and of an IPv6 /48', async () => {
  backEnd.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
  };
  const { perClient, perNetwork } = BACK_END_STREAMS;
  const open = (peer: string) => ask(unknownGet, '/api/events', { headers: { [peerHeader()]: peer } });
  const held: Response[] = [];
  for (let index = 0; index < perClient; index += 1) held.push(await open('203.0.113.3'));
  const refused = await open('203.0.113.3');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  await held.pop()?.body?.cancel();
  await until(async () => {
    const again = await open('203.0.113.3');
    if (again.status === 200) held.push(again);
    return again.status === 200;
  }, 'the client may open a stream again');
  for (let index = 0; index < perNetwork; index += 1) held.push(await open(`2001:db8:1:${index}::1`));
  expect(new Set(held.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await open('2001:db8:1:ffff::1')).status).toBe(429);
  held.push(await open('2001:db8:2::1'));
  expect(held.at(-1)?.status).toBe(200);
  await Promise.all(held.map(({ body }) => body?.cancel()));
});

test('API-9 a response keeps its status, headers and text, except headers that would change this site’s cookies or policies', async () => {
  backEnd.answer = (response) =>
    response
      .writeHead(422, {
        'Content-Type': 'application/json',
        ETag: '"one"',
        'Retry-After': '3',
        'Set-Cookie': 'token=theirs',
        'Content-Security-Policy': 'default-src *',
        'Strict-Transport-Security': 'max-age=0',
        'Access-Control-Allow-Origin': '*',
        'Clear-Site-Data': '"*"',
        'Keep-Alive': 'timeout=5',
      })
      .end('{"code":422}');
  const answer = await ask(coinAll, '/api/coin/all');
  expect(answer.status).toBe(422);
  expect(await answer.text()).toBe('{"code":422}');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    etag: '"one"',
    'retry-after': '3',
    'x-request-id': expect.stringMatching(/^[\w-]+$/),
  });
  for (const name of [
    'set-cookie',
    'content-security-policy',
    'strict-transport-security',
    'access-control-allow-origin',
    'clear-site-data',
    'keep-alive',
  ])
    expect([name, answer.headers.get(name)]).toEqual([name, null]);

  backEnd.answer = (response) => response.writeHead(304).end();
  expect((await ask(coinAll, '/api/coin/all')).status).toBe(304);
  const head = await ask(coinAll, '/api/coin/all', { method: 'HEAD' });
  expect([backEnd.last().method, await head.text()]).toEqual(['HEAD', '']);
});

test('API-9 decompresses a response that the back end compressed unasked, because this server compresses responses itself', async () => {
  const text = JSON.stringify({ code: 200, msg: '', data: 'x'.repeat(100_000) });
  const packers = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
  for (const [coding, pack] of Object.entries(packers)) {
    backEnd.answer = (response) =>
      response.writeHead(200, { 'Content-Encoding': coding }).end(pack(Buffer.from(text)));
    const answer = await ask(coinAll, '/api/coin/all', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(backEnd.last().headers['accept-encoding']).toBe('identity');
    expect([coding, answer.headers.get('content-encoding')]).toEqual([coding, null]);
    expect(await answer.text()).toBe(text);
  }
  backEnd.answer = (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip');
  await expect((await ask(coinAll, '/api/coin/all')).text()).rejects.toThrow();
  backEnd.answer = (response) => response.writeHead(200, { 'Content-Encoding': 'odd' }).end('x');
  expect((await ask(coinAll, '/api/coin/all')).status).toBe(502);
});

test('API-9 WAL-12 sanitizes the HTML of a back end’s announcement, and of no other call', async () => {
  const body =
    '<p onclick="x()">Hello <img src=x onerror="x()"><form action="/x"><a href="javascript:x()">a</a>';
  const announcement = { id: 7, title: '<b>', body, lang: 'en' };
  const params = { params: Promise.resolve({ id: '7' }) };
  const read = () => article(new Request(`${SITE}/api/article/detail/7`), params);
  backEnd.answer = (response) => answerEnvelope(response, announcement);
  const clean = '<p>Hello </p><a>a</a>';
  expect(await (await read()).json()).toMatchObject({ code: 200, data: { ...announcement, body: clean } });
  backEnd.answer = (response) => answerEnvelope(response, { ...announcement, body: [body] });
  expect(await (await read()).json()).toMatchObject({ data: { body: clean } });
  expect(await (await ask(unknownGet, '/api/article/other')).json()).toMatchObject({
    data: { body: [body] },
  });
  // Anything else stays as it is, except a redirect, which could lead to a call that isn't sanitized.
  backEnd.answer = (response) =>
    response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>down</h1>');
  const down = await read();
  expect([down.status, await down.text()]).toEqual([503, '<h1>down</h1>']);
  backEnd.answer = (response) => response.writeHead(302, { Location: '/api/article/other' }).end();
  expect((await read()).status).toBe(502);
});

test('API-6 API-9 forwards a response without an envelope unchanged', async () => {
  backEnd.answer = (response) =>
    response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>oops</h1>');
  const answer = await ask(coinAll, '/api/coin/all');
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    500,
    'text/html',
    '<h1>oops</h1>',
  ]);
});

test('API-9 forwards events one by one, and ends the back end’s stream when the reader disconnects', async () => {
  const streams: ServerResponse[] = [];
  backEnd.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('event: prices\ndata: 1\n\n');
    streams.push(response);
  };
  const answer = await ask(unknownGet, '/api/coin/pricing/stream?currency=EUR');
  expect(answer.headers.get('cache-control')).toContain('no-transform');
  if (!answer.body) throw new Error('no body');
  const events = new EventReader(answer.body);
  expect(await events.event()).toEqual({ event: 'prices', data: 1 });
  streams[0]?.write('event: prices\ndata: 2\n\n');
  expect(await events.event()).toEqual({ event: 'prices', data: 2 });
  const [stream] = streams;
  if (!stream) throw new Error('no stream');
  const closed = once(stream, 'close');
  await events.cancel();
  await closed;

  const leaving = new AbortController();
  const second = await ask(unknownGet, '/api/coin/pricing/stream', { signal: leaving.signal });
  expect(second.status).toBe(200);
  const [, other] = streams;
  if (!other) throw new Error('no second stream');
  const ended = once(other, 'close');
  leaving.abort();
  await ended;
});

test('API-9 rewrites a redirect within the API to this site, and follows none', async () => {
  const to = (location: string) => {
    backEnd.answer = (response) => response.writeHead(307, { Location: location }).end();
    return ask(coinAll, '/api/coin/all');
  };
  expect((await to('/api/coin/list?pageNum=1')).headers.get('location')).toBe('/api/coin/list?pageNum=1');
  expect((await to(`${backEnd.origin}/api/coin/list`)).headers.get('location')).toBe('/api/coin/list');
  for (const elsewhere of ['http://192.0.2.1/api/coin/all', '/admin', '//192.0.2.1/api/', 'http://[']) {
    const answer = await to(elsewhere);
    expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
    expect(await answer.json()).toMatchObject({ code: 502, data: null });
  }
  expect(backEnd.received).toHaveLength(6);
});

test('API-6 API-9 reports a silent or unreachable back end in the envelope and the language of the call', async () => {
  backEnd.answer = () => undefined;
  mockTimeoutMs = 300;
  const silent = await ask(coinAll, '/api/coin/all', { headers: { Language: 'zh_CN' } });
  mockTimeoutMs = null;
  expect([silent.status, await silent.json()]).toEqual([
    503,
    { code: 503, msg: '目前無法連上服務，請稍後再試。', data: null },
  ]);

  backEnd.answer = (response) => response.socket?.destroy();
  expect((await ask(coinAll, '/api/coin/all')).status).toBe(502);

  const { port } = new URL(backEnd.origin);
  await backEnd.stop();
  const away = await ask(unknownPost, '/api/user/login', { method: 'POST', body: 'a=1' });
  expect(await away.json()).toEqual({
    code: 502,
    msg: 'The service is unreachable. Try again in a moment.',
    data: null,
  });
  clearCache();
  const health = await ready();
  expect([health.status, await health.json()]).toEqual([503, { ready: false, backEnd: false }]);
  await backEnd.start(Number(port));
});

test('API-9 no call fails because a persistent connection was closed in the meantime', async () => {
  await (await ask(coinAll, '/api/coin/all')).text();
  const { port } = new URL(backEnd.origin);
  await backEnd.stop();
  await backEnd.start(Number(port));
  expect((await ask(coinAll, '/api/coin/all')).status).toBe(200);
});

test('API-9 a caller that disconnects does not keep the back end busy', async () => {
  const leaving = new AbortController();
  const closed = new Promise<void>((resolve) => {
    backEnd.answer = (response) => {
      response.once('close', () => resolve());
      leaving.abort();
    };
  });
  await ask(coinAll, '/api/coin/all', { signal: leaving.signal });
  await closed;
});

test('API-9 OPS-3 answers calls about this server itself, which is ready when its back end is', async () => {
  expect((await live()).status).toBe(200);
  expect((await ask(preview, '/api/preview?secret=x')).status).not.toBe(200);
  expect(backEnd.received).toEqual([]);
  for (const path of [
    '/api/health/ready',
    '/api/metrics',
    '/api/csp-report',
    '/api/openapi.json',
    '/api/docs',
    '/api/metrics.json',
  ])
    expect([path, isOwnCall(path)]).toEqual([path, true]);
  for (const path of ['/api', '/api/coin/all', '/api/healthy', '/api/previews/x', '/api/user/health'])
    expect([path, isOwnCall(path)]).toEqual([path, false]);

  clearCache();
  const health = await ready();
  expect([health.status, await health.json()]).toEqual([200, { ready: true, backEnd: true }]);
  expect(backEnd.last().url).toBe('/api/config/getLangList');
  backEnd.answer = (response) => answerEnvelope(response, null, 500);
  clearCache();
  expect((await ready()).status).toBe(503);
});

test('API-9 OPS-3 measures only what this server does itself', async () => {
  clearCache();
  const all = await samples();
  expect(all.get('tidewell_ready')).toBe(1);
  const names = [...all.keys()].map((name) => name.replace(/\{.*/, ''));
  for (const name of ['price_age_seconds', 'chain_up', 'clean_up_age_seconds', 'uploads_free_bytes'])
    expect(names).not.toContain(`tidewell_${name}`);
});

test('API-9 OPS-1 pages may connect to the chains that the back end lists', async () => {
  backEnd.answer = (response) =>
    answerEnvelope(response, [
      { id: 1, rpcUrl: 'https://rpc.example.org/v1' },
      { id: 2, rpcUrl: 'http://b.example', fallbackRpcUrls: ['https://c.example'] },
    ]);
  expect(await askRpcUrls(backEnd.origin)).toEqual([
    'https://rpc.example.org/v1',
    'http://b.example',
    'https://c.example',
  ]);
  backEnd.answer = (response) => response.end('hello');
  await expect(askRpcUrls(backEnd.origin)).rejects.toThrow(/^API_ORIGIN \S+ does not list its chains/);
  await until(async () => backEnd.received.length === 2, 'both questions');
});

test('API-9 OPS-1 a start with a back end starts neither a database nor chains', async () => {
  backEnd.answer = (response) => answerEnvelope(response, [{ rpcUrl: 'https://rpc.example.org' }]);
  const stops = new Stops();
  const options = {
    dataDir: '/nowhere',
    origin: SITE,
    databaseUrl: undefined,
    apiOrigin: backEnd.origin,
    site: null,
    stops,
  };
  expect(await startServices({ ...options, chainsFile: undefined })).toEqual({
    rpcUrls: ['https://rpc.example.org'],
    report: [`API             yours at ${backEnd.origin} (API_ORIGIN)`],
  });
  const named = await startServices({ ...options, chainsFile: 'config/chains.example.json' });
  expect(named.rpcUrls).toHaveLength(3);
  expect(named).not.toHaveProperty('databaseUrl');
  expect(backEnd.received).toHaveLength(1);
});

test('API-9 OPS-4 a stopping instance ends forwarded event streams, and their readers reconnect to another instance', async () => {
  const streams: ServerResponse[] = [];
  backEnd.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('event: prices\ndata: 1\n\n');
    streams.push(response);
  };
  const answer = await ask(unknownGet, '/api/coin/pricing/stream?currency=EUR');
  if (!answer.body) throw new Error('no body');
  const reader = answer.body.getReader();
  expect((await reader.read()).done).toBe(false);
  const [stream] = streams;
  if (!stream) throw new Error('no stream');
  const closed = once(stream, 'close');
  markStopping();
  expect((await reader.read()).done).toBe(true);
  await closed;
});
