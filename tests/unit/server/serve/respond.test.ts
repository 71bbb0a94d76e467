/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type BodySink, type ResponseParts, responseOf } from '@/lib/http/response-parts';
import { readBody } from '@/lib/server/http/read-input';
import { loadApiRoutes } from '@/server/serve/api-router';
import { respond } from '@/server/serve/respond';
import nextConfig from '../../../../next.config.mjs';

const text = 'An answer that is long enough to be worth compressing. '.repeat(40);
const failure = new Error('https://node.example/key');
/** Ends an event stream's wait, and what the stream has noticed. */
let sendEvent: (text: string | null) => void = () => undefined;
const noticed: string[] = [];

const events = (signal: AbortSignal) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      signal.addEventListener('abort', () => noticed.push('abort'));
      controller.enqueue(Buffer.from('first'));
      sendEvent = (event) => (event === null ? controller.close() : controller.enqueue(Buffer.from(event)));
    },
    cancel: () => void noticed.push('cancel'),
  });

/** The live bodies that were sent, in the order of their requests. */
const live: { sink: BodySink; start: jest.Mock; resume: jest.Mock; end: jest.Mock }[] = [];
const liveParts: ResponseParts = {
  status: 200,
  headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' },
  isConditional: false,
  get body() {
    const body = { start: jest.fn(), resume: jest.fn(), end: jest.fn() };
    body.start.mockImplementation((sink: BodySink) => {
      sink.write(Buffer.from('opened'));
      live.push({ sink, ...body });
    });
    return body;
  },
};

type Handler = (asked: Request, context: { params: Promise<object> }) => Promise<Response>;
/** Returns the loader of a route file with one handler. */
const file = (method: 'GET' | 'POST', handler: Handler) => async () => ({
  [method]: handler,
  dynamic: 'force-dynamic',
});

const routes: Record<string, () => Promise<object>> = {
  '/text': file('GET', async () => {
    const headers = { 'Content-Type': 'text/plain', Vary: 'Language', 'X-Content-Type-Options': 'off' };
    return new Response(text, { headers });
  }),
  '/things/{id}': file('GET', async (asked, { params }) =>
    Response.json({
      params: await params,
      query: new URL(asked.url).search,
      forwardedFor: asked.headers.get('x-forwarded-for'),
      body: asked.body,
    }),
  ),
  '/things/all': file('GET', async () => Response.json('all')),
  '/upload': file('POST', async (asked) => {
    const body = await readBody(asked, { limit: 1_000 }).catch(({ code }: { code: number }) => code);
    return Response.json(typeof body === 'number' ? body : String(body));
  }),
  '/events': file('GET', async ({ signal }) => {
    const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' };
    return new Response(events(signal), { headers });
  }),
  '/live': file('GET', async () => responseOf(liveParts, () => new Response())),
  '/failing': file('GET', () => Promise.reject(failure)),
  '/preview': () => Promise.reject(new Error('the bundle loads no route of Next')),
};
const unknownPath = file('GET', async (_, { params }) => Response.json({ unknown: await params }));

let server: Server;
const failed: unknown[] = [];

beforeAll(async () => {
  const findCall = await loadApiRoutes({ routes, unknownPath });
  const listener = respond({
    files: { has: () => false, answer: () => false },
    findCall,
    passToNext: async ({ url }, response) => {
      if (url === '/broken') throw failure;
      response.setHeader('x-by', 'next').end();
    },
  });
  server = createServer((asked, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    listener(asked, response)?.catch((error) => failed.push(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  failed.length = 0;
  noticed.length = 0;
  live.length = 0;
});

function open(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: IncomingHttpHeaders } = {},
) {
  const { port } = server.address() as AddressInfo;
  return request({ port, host: '127.0.0.1', path, method, headers });
}

async function ask(path: string, options: Parameters<typeof open>[1] & { body?: string } = {}) {
  const sent = open(path, options).end(options.body);
  const [answer] = await once(sent, 'response');
  const body: Buffer = await buffer(answer);
  const { statusCode: status, headers }: { statusCode: number; headers: IncomingHttpHeaders } = answer;
  return { status, headers, body, json: () => JSON.parse(body.toString()) as unknown };
}

test('API-1 a call gets the parameters of its path, its query, and its client', async () => {
  expect((await ask('/api/things/a:1?x=%20')).json()).toEqual({
    params: { id: 'a:1' },
    query: '?x=%20',
    forwardedFor: '127.0.0.1',
    body: null,
  });
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  expect((await ask('/api/things/1', { headers })).json()).toMatchObject({ forwardedFor: '198.51.100.7' });
  expect((await ask('/api/things/all')).json()).toBe('all');
});

test('API-1 unknown paths get the segments of their path', async () => {
  expect((await ask('/api/no/where')).json()).toEqual({ unknown: { path: ['no', 'where'] } });
  expect((await ask('/api')).json()).toEqual({ unknown: {} });
});

test.each([
  '/',
  '/apis',
  '/api/preview',
  '/api/preview/exit',
  '/api/docs',
  '/api/openapi.json',
  '/api/things/',
  '/api//things/1',
  '/api/things/%41',
])('OPS-5 Next responds to %s', async (path) => {
  expect((await ask(path)).headers).toMatchObject({ 'x-by': 'next' });
});

test('API-1 methods without a handler are answered as Next does', async () => {
  const options = await ask('/api/text', { method: 'OPTIONS' });
  expect([options.status, options.headers.allow, options.body.length]).toEqual([
    204,
    'GET, HEAD, OPTIONS',
    0,
  ]);
  expect(await ask('/api/text', { method: 'POST' })).toMatchObject({ status: 405 });
  expect(await ask('/api/text', { method: 'LINK' })).toMatchObject({ status: 400 });
  const head = await ask('/api/text', { method: 'HEAD' });
  expect([head.status, head.headers['content-type'], head.body.length]).toEqual([200, 'text/plain', 0]);
});

test('OPS-5 text is compressed if the client accepts gzip, and headers that are set already stay', async () => {
  const packed = await ask('/api/text', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(packed.body.length),
    vary: 'Language, Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(gunzipSync(packed.body).toString()).toBe(text);
  const plain = await ask('/api/text');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers.vary).toBe('Language, Accept-Encoding');
  expect(plain.body.toString()).toBe(text);
});

test('API-1 a client whose body is refused early still gets the response', async () => {
  expect((await ask('/api/upload', { method: 'POST', body: 'a form' })).json()).toBe('a form');
  const sent = open('/api/upload', { method: 'POST' });
  for (let part = 0; part < 64; part += 1) sent.write('x'.repeat(65_536));
  const [answer] = await once(sent, 'response');
  expect(JSON.parse(String(await buffer(answer)))).toBe(413);
  sent.destroy();
});

test('API-1 events arrive one by one, and the stream ends if the client disconnects', async () => {
  const sent = open('/api/events', { headers: { 'accept-encoding': 'gzip' } }).end();
  const [answer] = await once(sent, 'response');
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(String((await once(answer, 'data'))[0])).toBe('first');
  const second = once(answer, 'data');
  sendEvent('second');
  expect(String((await second)[0])).toBe('second');
  const closed = new Promise<void>((resolve) => {
    server.once('request', (_, response) => response.once('close', resolve));
  });
  sendEvent(null);
  await once(answer, 'end');
  expect(noticed).toEqual([]);

  const left = open('/api/events').end();
  await once((await once(left, 'response'))[0], 'data');
  left.destroy();
  await closed;
  expect(noticed.sort()).toEqual(['abort', 'cancel']);
  expect(failed).toEqual([]);
});

/** Resolves when a mock is called. */
const calledOnce = (mock: jest.Mock) =>
  new Promise<void>((resolve) => {
    mock.mockImplementationOnce(() => resolve());
  });

test('API-1 a live body writes to the response until it ends', async () => {
  const sent = open('/api/live', { headers: { 'accept-encoding': 'gzip' } }).end();
  const [answer] = await once(sent, 'response');
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(String((await once(answer, 'data'))[0])).toBe('opened');
  const [body] = live;
  expect(body?.sink.write(Buffer.from('event'))).toBe(true);
  expect(String((await once(answer, 'data'))[0])).toBe('event');
  body?.sink.end();
  answer.resume();
  await once(answer, 'end');
  expect(failed).toEqual([]);
});

test('API-1 a live body resumes when a slow reader has caught up', async () => {
  const sent = open('/api/live').end();
  const [answer] = await once(sent, 'response');
  const [body] = live;
  if (!body) throw new Error('nothing is open');
  expect(String((await once(answer, 'data'))[0])).toBe('opened');
  answer.pause();
  const resumed = calledOnce(body.resume);
  let written = 0;
  for (let hasRoom = true; hasRoom; written += 65_536) hasRoom = body.sink.write(Buffer.alloc(65_536));
  expect(body.resume).not.toHaveBeenCalled();
  let received = 0;
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  answer.resume();
  await resumed;
  body.sink.end();
  await once(answer, 'end');
  expect(received).toBe(written);
});

test('API-1 a live body stays stopped while requests behind it are answered, if its reader is slow (pipelining)', async () => {
  const behind = 20;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const answered = new Promise<void>((resolve) => {
    let count = 0;
    server.on('request', function counted() {
      count += 1;
      if (count <= behind) return;
      server.off('request', counted);
      setImmediate(resolve);
    });
  });
  socket.write('GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  const [body] = live;
  // More than the buffers of the connection hold.
  expect(body?.sink.write(Buffer.alloc(32 * 1_048_576))).toBe(false);
  socket.write('GET /api/things/all HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(behind));
  await answered;
  expect(body?.resume).not.toHaveBeenCalled();
  const resumed = body && calledOnce(body.resume);
  socket.resume();
  await resumed;
  socket.destroy();
});

test('API-1 live bodies end with their connection, also one that waits behind another (pipelining)', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const requests = 'GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2);
  const asked = new Promise<void>((resolve) => {
    let count = 0;
    server.on('request', function counted() {
      count += 1;
      if (count < 2) return;
      server.off('request', counted);
      setImmediate(resolve);
    });
  });
  socket.write(requests);
  await asked;
  expect(live).toHaveLength(2);
  const ended = Promise.all(live.map(({ end }) => calledOnce(end)));
  socket.destroy();
  await ended;
  expect(failed).toEqual([]);
});

test('OPS-3 OPS-5 if a responder fails, the response ends, and the error is left to the listener that removes secrets', async () => {
  const output = jest.spyOn(console, 'error');
  expect(await ask('/api/failing')).toMatchObject({ status: 500, body: Buffer.from('') });
  await expect(ask('/broken')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect([failed, output.mock.calls]).toEqual([[failure, failure], []]);
  output.mockRestore();
});

test('OPS-5 the bundle leaves out the packages that Next leaves out', async () => {
  const { EXTERNAL } = await import('@/server/build/api-bundle');
  expect(EXTERNAL).toEqual([...(nextConfig.serverExternalPackages ?? []), 'next', 'next/*']);
});
