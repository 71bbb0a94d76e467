/** @jest-environment node */
import { z } from 'zod';
import { ApiError } from '@/lib/server/http/api-error';
import { checkContent } from '@/lib/server/http/authorize';
import { peerHeader } from '@/lib/server/http/connections';
import { documentHandler } from '@/lib/server/http/document-handler';
import { envelope } from '@/lib/server/http/envelope';
import { eventStream } from '@/lib/server/http/event-stream';
import { handler, noContentHandler, type RouteHandler, redirectHandler } from '@/lib/server/http/handler';
import { METHODS, methods, noSuchCall } from '@/lib/server/http/methods';
import { pictureHandler, textHandler } from '@/lib/server/http/picture-handler';
import { requestIdOf } from '@/lib/server/http/run-call';
import { SharedText } from '@/lib/server/http/shared-text';
import { encodeEvent, type MakeEvent, StreamReader } from '@/lib/server/http/stream-reader';
import { log } from '@/lib/server/log';
import { childEnv } from '@/lib/settings/process-env';
import { EventReader } from '../../support/event-reader';

const ORIGIN = 'https://wallet.example.org';
const summary = 'Does something';
const before = childEnv({});
beforeAll(() => {
  jest.replaceProperty(process, 'env', {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://127.0.0.1/tidewell',
    CHAINS_FILE: 'config/chains.example.json',
    ORIGINS: ORIGIN,
    TRUSTED_PROXIES: '127.0.0.1',
    MESSAGES_ENABLED: '0',
    LOG_LEVEL: 'silent',
  });
});
afterAll(() => {
  jest.replaceProperty(process, 'env', before);
});

type Sent = RequestInit & { duplex?: 'half'; query?: string; params?: Record<string, string> };

/** Sends a request to a route as if from a trusted proxy on this machine. */
const send = (route: RouteHandler, { query = '', params = {}, headers, ...init }: Sent = {}) =>
  route(
    new Request(`${ORIGIN}/api/call${query}`, {
      ...init,
      headers: { [peerHeader()]: '127.0.0.1', ...(headers as Record<string, string>) },
    }),
    { params: Promise.resolve(params) },
  );
const headersOf = (response: Response) => Object.fromEntries(response.headers);
const anyId = expect.stringMatching(/^[\w-]{36}$/);

/** A call that anyone may make from any site. Its limit is counted in memory. */
const open = { summary, auth: false, limit: 'read', fromAnySite: true, input: null } as const;
const output = z.object({ a: z.number() });
const GIVEN_ID = 'id-of-proxy.1';

test('API-3 a success is in the envelope, reduced to its schema, and not cached', async () => {
  const call = handler({ ...open, output }, async () => ({ a: 1, secret: 2 }));
  const response = await send(call, { headers: { 'X-Request-Id': GIVEN_ID } });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('{"code":200,"msg":"Done","data":{"a":1}}');
  expect(headersOf(response)).toEqual({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    vary: 'Language',
    'x-request-id': GIVEN_ID,
  });
  expect(call.description).toMatchObject({
    summary,
    answer: { kind: 'envelope', data: output, isCacheable: false },
  });
});

test('API-3 missing data is null', async () => {
  const missing = envelope({ code: 200, msg: 'a "b"', data: undefined }, 'an ID');
  expect(await missing.text()).toBe('{"code":200,"msg":"a \\"b\\"","data":null}');
  const shared = envelope({ code: 200, msg: '', data: null, shared: new SharedText('[2]') }, 'an ID');
  expect(await shared.text()).toBe('{"code":200,"msg":"","data":[2]}');
});

test('API-2 an error is in the envelope, with its code, status, data, and language', async () => {
  const failing = (error: unknown) =>
    handler({ ...open, output }, async () => {
      throw error;
    });
  const retry = await send(failing(new ApiError(429, 'tooMany', { retryAfter: 7 })));
  expect([retry.status, retry.headers.get('retry-after'), await retry.json()]).toEqual([
    429,
    '7',
    { code: 429, msg: 'Too many requests. Wait a moment and try again.', data: { retryAfter: 7 } },
  ]);
  expect(headersOf(retry)).not.toHaveProperty('www-authenticate');
  const unknownWait = await send(failing(new ApiError(429, 'tooMany')));
  expect(headersOf(unknownWait)).not.toHaveProperty('retry-after');
  const early = await send(failing(new ApiError(425, 'tooMany', { retryAfter: 7 })));
  expect(headersOf(early)).not.toHaveProperty('retry-after');

  const revoked = await send(failing(new ApiError(1007, 'sessionRevoked')));
  expect([revoked.status, revoked.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await revoked.json()).toMatchObject({ code: 1007, data: null });

  const chinese = await send(failing(new ApiError(404, 'noSuchCall')), { headers: { Language: 'zh_CN' } });
  expect((await chinese.json()).msg).toMatch(/\p{Script=Han}/u);
  const unsupported = await send(failing(new ApiError(404, 'noSuchCall')), { headers: { Language: 'xx' } });
  expect((await unsupported.json()).msg).toMatch(/^[A-Z]/);
});

test('API-2 an unexpected error has no details', async () => {
  const response = await send(
    handler({ ...open, output }, async () => {
      throw new Error('the password is swordfish');
    }),
  );
  expect([response.status, await response.json()]).toEqual([
    500,
    { code: 500, msg: expect.stringMatching(/^[A-Z]/), data: null },
  ]);
  const invalid = handler({ ...open, output }, async () => ({ a: 'x' }) as never);
  expect((await send(invalid)).status).toBe(500);
});

test('API-4 reads input from the path and the query or body, and names its problems', async () => {
  const input = z.object({
    id: z.string(),
    page: z.coerce.number().max(9),
    list: z.array(z.string().max(1, 'nameLength')).optional(),
  });
  const call = handler({ ...open, input, output: z.unknown() }, async ({ input }) => input);
  const read = async (sent: Sent) => (await send(call, sent)).json();
  expect(await read({ query: '?page=2', params: { id: 'x' } })).toMatchObject({ data: { id: 'x', page: 2 } });
  const post = { method: 'POST', params: { id: 'x' } };
  const json = { headers: { 'Content-Type': 'application/json' }, body: '{"page":3,"id":"other"}' };
  expect(await read({ ...post, ...json })).toMatchObject({ data: { id: 'x', page: 3 } });
  expect(await read({ query: '?page=12', params: { id: 'x' } })).toMatchObject({
    code: 400,
    data: { issues: [{ path: 'page', message: 'Too big: expected number to be <=9' }] },
  });
  const chinese = await read({ query: '?page=12', params: { id: 'x' }, headers: { Language: 'zh_CN' } });
  expect(chinese.data.issues[0].message).toMatch(/\p{Script=Han}/u);
  expect(await read({ ...post, ...json, body: '{"page":1,"list":["a","bc"]}' })).toMatchObject({
    code: 400,
    data: {
      issues: [{ path: 'list.1', message: expect.stringMatching(/^Must have \d+ to \d+ characters$/) }],
    },
  });
  expect(await read({ ...post, ...json, body: '[1]' })).toMatchObject({ code: 400 });
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
  expect(await read({ ...post, ...json, body: broken, duplex: 'half' })).toMatchObject({ code: 400 });
  expect(await read({ query: '?page=1&page=2', params: { id: 'x' } })).toMatchObject({ code: 400 });
});

test('OPS-5 rejects input with text that cannot be stored or that is nested too deeply', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: nested(depth - 1) });
  for (const value of ['x', '😀', null, 5, true, [], {}, [['a']], nested(8), { a: null }])
    expect(() => checkContent(value)).not.toThrow();
  for (const value of [
    '\0',
    'a\0b',
    '\ud800',
    'a\udfffb',
    ['\0'],
    { a: { b: '\0' } },
    { 'a\0': 1 },
    nested(9),
  ])
    expect(() => checkContent(value)).toThrow(
      expect.objectContaining({ code: 400, messageKey: 'malformedBody' }),
    );
});

test('OPS-5 a page of another site can only make calls that allow any site', async () => {
  const headers = { Origin: 'https://phish.example', 'Sec-Fetch-Site': 'cross-site' };
  const codeOf = async (fromAnySite: boolean | undefined, method: string) => {
    const rules = fromAnySite === undefined ? {} : { fromAnySite };
    const call = handler(
      { summary, auth: false, limit: 'read', ...rules, input: null, output },
      async () => ({ a: 1 }),
    );
    return (await send(call, { method, headers })).status;
  };
  expect([await codeOf(undefined, 'POST'), await codeOf(false, 'DELETE')]).toEqual([403, 403]);
  expect([await codeOf(true, 'POST'), await codeOf(false, 'GET'), await codeOf(false, 'HEAD')]).toEqual([
    200, 200, 200,
  ]);
});

test('OPS-3 a request keeps the ID of a trusted proxy if it is safe to log', () => {
  for (const id of ['12345678', 'a.b-c_d1', 'x'.repeat(64)]) expect(requestIdOf(id, true)).toBe(id);
  for (const id of [null, '1234567', 'x'.repeat(65), 'with space', 'line\nbreak1', '-12345678\n'])
    expect(requestIdOf(id, true)).toEqual(anyId);
  expect(requestIdOf('12345678', false)).toEqual(anyId);
  expect(requestIdOf(null, true)).not.toBe(requestIdOf(null, true));
});

test('API-10 a response shared by many clients has caching headers and an ETag', async () => {
  const caching = { 'Cache-Control': 'public, max-age=60' };
  const cacheable = handler({ ...open, output, caching, variesBy: 'Currency' }, async () => ({ a: 1 }));
  const first = await send(cacheable);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{20}"$/);
  expect(headersOf(first)).toEqual({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    vary: 'Language, Currency',
    'x-request-id': anyId,
    etag,
  });
  expect(await first.json()).toMatchObject({ code: 200, data: { a: 1 } });
  const second = await send(cacheable, { headers: { 'If-None-Match': etag } });
  expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag]);
  expect(second.headers.get('cache-control')).toBe('public, max-age=60');
  expect((await send(cacheable, { headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200);
  expect(cacheable.description?.answer).toMatchObject({ isCacheable: true });

  const other = handler({ ...open, output, caching }, async () => ({ a: 2 }));
  const third = await send(other);
  expect(third.headers.get('vary')).toBe('Language');
  expect(third.headers.get('etag')).not.toBe(etag);
  const failed = handler({ ...open, output, caching }, async () => {
    throw new ApiError(404, 'noSuchCall');
  });
  expect((await send(failed)).headers.get('cache-control')).toBe('no-store');
  const own = handler({ ...open, output, cacheControl: 'private, max-age=5' }, async () => ({ a: 1 }));
  expect((await send(own)).headers.get('cache-control')).toBe('private, max-age=5');
});

test('API-10 shared data is produced once for concurrent requests', async () => {
  let count = 0;
  const call = handler({ ...open, output, shared: true }, async () => {
    count += 1;
    return { a: count };
  });
  const answers = await Promise.all([send(call), send(call), send(call)]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(
    answers.map(() => ({ code: 200, msg: 'Done', data: { a: 1 } })),
  );
  expect(count).toBe(1);
});

test('API-10 a call that is turned off by a setting responds as if it did not exist', async () => {
  const call = handler({ ...open, output, onlyIf: 'MESSAGES_ENABLED' }, async () => ({ a: 1 }));
  const response = await send(call);
  expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ code: 404 })]);
});

test('API-10 a call without content responds with 204, and a redirect with 303', async () => {
  const seen: unknown[] = [];
  const input = z.object({ a: z.string() });
  const silent = noContentHandler({ ...open, input }, ({ input }) => {
    seen.push(input);
  });
  const done = await send(silent, { query: '?a=b' });
  expect([done.status, await done.text(), headersOf(done)]).toEqual([
    204,
    '',
    { 'cache-control': 'no-store', 'x-request-id': anyId },
  ]);
  expect(seen).toEqual([{ a: 'b' }]);
  expect((await send(silent)).status).toBe(400);
  expect(silent.description).toMatchObject({ summary, auth: false, answer: { kind: 'silent' } });

  const redirect = redirectHandler({ summary, input }, async ({ input }) => `/page/${input.a}`);
  const moved = await send(redirect, { query: '?a=b' });
  expect([moved.status, await moved.text(), headersOf(moved)]).toEqual([
    303,
    '',
    { 'cache-control': 'no-store', 'x-request-id': anyId, location: '/page/b' },
  ]);
  expect((await send(redirect)).status).toBe(400);
  expect(redirect.description).toMatchObject({ summary, auth: false, answer: { kind: 'redirect' } });
});

test('API-10 a document is JSON without the envelope, and readable from any origin', async () => {
  const caching = { 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding' };
  const input = z.object({ a: z.coerce.number().max(9) });
  const document = documentHandler(
    { summary, errors: [404], input, output, caching },
    async (given) => given,
  );
  const response = await send(document, { query: '?a=1' });
  const etag = response.headers.get('etag') ?? '';
  expect(headersOf(response)).toEqual({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    vary: 'Accept-Encoding',
    'access-control-allow-origin': '*',
    'x-request-id': anyId,
    etag: expect.stringMatching(/^W\//),
  });
  expect(await response.text()).toBe('{\n  "a": 1\n}');
  expect((await send(document, { query: '?a=1', headers: { 'If-None-Match': etag } })).status).toBe(304);
  const failed = await send(document, { query: '?a=10' });
  expect([failed.status, failed.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
  expect(await failed.json()).toMatchObject({ code: 400 });
  expect(document.description).toMatchObject({
    summary,
    errors: [404],
    auth: false,
    answer: { kind: 'document' },
  });
});

test('WAL-15 an image is WebP that cannot run scripts or be embedded, and errors are in the envelope', async () => {
  const input = z.object({ a: z.string() });
  const options = {
    summary,
    errors: [404],
    limit: 'media',
    input,
    cacheControl: 'private, max-age=9',
  } as const;
  const bytes = Buffer.from('webp');
  const picture = pictureHandler(options, async () => ({ bytes, tag: 'abc' }));
  const response = await send(picture, { query: '?a=b' });
  const safe = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=9',
    etag: '"abc"',
    'x-request-id': anyId,
  };
  expect([response.status, headersOf(response), await response.text()]).toEqual([
    200,
    {
      ...safe,
      'content-type': 'image/webp',
      'content-length': '4',
      'content-disposition': 'inline; filename="nft.webp"',
    },
    'webp',
  ]);
  const again = await send(picture, { query: '?a=b', headers: { 'If-None-Match': '"abc"' } });
  expect([again.status, headersOf(again), await again.text()]).toEqual([304, safe, '']);
  const failed = await send(picture);
  expect([failed.status, (await failed.json()).code]).toEqual([400, 400]);
  expect(picture.description).toEqual({
    summary,
    auth: false,
    input,
    errors: [404],
    limit: 'media',
    answer: { kind: 'picture' },
  });
});

test('API-10 a text response keeps its type, and errors are in the envelope', async () => {
  const text = textHandler({ summary, mediaType: 'text/csv', errors: [401] }, async (request) => {
    if (request.method === 'HEAD') throw new ApiError(404, 'noSuchCall');
    return { type: 'text/csv; charset=utf-8', text: 'a,b' };
  });
  const response = await send(text);
  expect([await response.text(), headersOf(response)]).toEqual([
    'a,b',
    { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': anyId },
  ]);
  expect((await send(text, { method: 'HEAD' })).status).toBe(404);
  expect(text.description).toEqual({
    ...{ summary, auth: false, input: null, errors: [401] },
    answer: { kind: 'text', mediaType: 'text/csv' },
  });
});

test('API-10 a method or path without a call responds with 405 or 404, and is not documented', async () => {
  const get = handler({ ...open, output }, async () => ({ a: 1 }));
  const some = methods({ GET: get });
  const none = noSuchCall();
  expect((await send(some.GET)).status).toBe(200);
  expect(some.GET.description).toBe(get.description);
  expect(Object.keys(some)).toEqual([...METHODS]);
  for (const method of METHODS) {
    const foreign = { method, headers: { Origin: 'https://other.example' } };
    if (method !== 'GET') {
      expect(some[method].description).toBeUndefined();
      expect(await (await send(some[method], foreign)).json()).toMatchObject({
        code: 405,
        msg: expect.stringMatching(/method/i),
      });
    }
    expect(none[method].description).toBeUndefined();
    expect(await (await send(none[method], foreign)).json()).toMatchObject({
      code: 404,
      msg: expect.stringMatching(/^[A-Z]/),
    });
  }
});

describe('event streams', () => {
  const events = { price: z.string() };
  const options = {
    summary,
    auth: false as const,
    input: z.object({ a: z.string().optional() }),
    events,
  };

  /** Returns a reader whose events are made by `makeEvent`, with one change to begin with. */
  function changedReader(makeEvent: MakeEvent<number>) {
    const onEnd = jest.fn();
    const reader = new StreamReader<number>(makeEvent, onEnd);
    reader.mark([1]);
    return { reader, onEnd };
  }
  const countUp = () => {
    let count = 0;
    return jest.fn(async () => encodeEvent('price', String(++count)));
  };

  test('PRICE-1 sends events and heartbeats until the reader ends', async () => {
    const { reader } = changedReader(async () => encodeEvent('price', '"1"'));
    const stream = eventStream(options, async () => reader);
    const response = await send(stream);
    expect(headersOf(response)).toEqual({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': anyId,
    });
    if (!response.body) throw new Error('the stream has no body');
    const blocks = new EventReader(response.body);
    expect([await blocks.block(), await blocks.block()]).toEqual(['retry: 3000', 'event: price\ndata: "1"']);
    const next = blocks.block();
    reader.beat();
    expect(await next).toBe(':');
    reader.end();
    expect(await blocks.block()).toBeNull();
    expect(stream.description).toEqual({
      ...{ summary, auth: false, input: options.input, limit: 'stream' },
      answer: { kind: 'events', events },
    });
  });

  test('PRICE-1 makes the next event only after the reader has consumed the last one', async () => {
    const makeEvent = countUp();
    const { reader } = changedReader(makeEvent);
    const response = await send(eventStream(options, async () => reader));
    if (!response.body) throw new Error('the stream has no body');
    const events = new EventReader(response.body);
    expect(await events.event()).toEqual({ event: 'price', data: 1 });
    for (const id of [1, 2, 3]) reader.mark([id]);
    expect(makeEvent).toHaveBeenCalledTimes(1);
    expect(await events.event()).toEqual({ event: 'price', data: 2 });
    expect(makeEvent).toHaveBeenLastCalledWith([1, 2, 3]);
    await events.cancel();
  });

  test('PRICE-1 the reader ends if the client leaves or its event fails', async () => {
    const opened = async (makeEvent: MakeEvent<number>, signal: AbortSignal | null = null) => {
      const { reader, onEnd } = changedReader(makeEvent);
      const route = eventStream(options, async () => reader);
      return { onEnd, body: (await send(route, { signal })).body };
    };
    const left = await opened(countUp());
    await left.body?.cancel();
    expect(left.onEnd).toHaveBeenCalledTimes(1);

    const output = jest.spyOn(log, 'warn').mockImplementation();
    const failing = await opened(() => Promise.reject(new Error('lost')));
    expect(await new Response(failing.body).text()).toBe('retry: 3000\n\n');
    expect(failing.onEnd).toHaveBeenCalledTimes(1);
    expect(output).toHaveBeenCalledTimes(1);
    output.mockRestore();

    const abort = new AbortController();
    const aborted = await opened(countUp(), abort.signal);
    expect(aborted.onEnd).not.toHaveBeenCalled();
    abort.abort();
    expect(aborted.onEnd).toHaveBeenCalled();
    expect((await opened(countUp(), abort.signal)).onEnd).toHaveBeenCalled();
  });

  test('PRICE-1 responds to HEAD without opening a stream, and returns errors in the envelope', async () => {
    const source = jest.fn(async () => {
      throw new ApiError(429, 'tooMany', { retryAfter: 30 });
    });
    const stream = eventStream(options, source);
    const head = await send(stream, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
    expect(source).not.toHaveBeenCalled();
    const refused = await send(stream);
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([
      429,
      '30',
      429,
    ]);
  });
});
