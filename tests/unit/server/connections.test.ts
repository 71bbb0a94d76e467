/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from '@/lib/http/response-headers';
import { peerHeader, prepareRequests } from '@/lib/server/http/connections';
import nextConfig from '../../../next.config.mjs';

const HEADERS_MS = 1_000;
const REQUEST_MS = 2_000;
const SILENCE_MS = 3_000;
/** More than the kernel buffers for a connection. */
const LARGE_BYTES = 32 << 20;

let server: Server;
let stop: () => void;
let port: number;
const seen: (string | string[] | undefined)[] = [];
const asked: string[] = [];

beforeAll(async () => {
  stop = prepareRequests(HEADERS_MS, REQUEST_MS, SILENCE_MS);
  server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    seen.push(request.headers[peerHeader()]);
    asked.push(`${request.method} ${request.url}`);
    // Next prerenders pages for a year, but keeps a Cache-Control that is already set.
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 's-maxage=31536000');
    const body = request.url === '/large' ? Buffer.alloc(LARGE_BYTES) : '';
    request.resume().on('end', () => response.end(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
});
afterAll(async () => {
  // The channel belongs to the whole process, which runs other test files, too.
  stop();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends raw bytes and returns the response once the server has closed the connection. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return answer;
}

test('OPS-6 a request carries its peer address in an unguessable header that replaces a forged one', async () => {
  expect(peerHeader()).toMatch(/^x-peer-[0-9a-f]{32}$/);
  await fetch(`http://127.0.0.1:${port}`, {
    headers: {
      'X-Forwarded-For': '198.51.100.1',
      'X-Real-IP': '198.51.100.1',
      [peerHeader()]: '198.51.100.1',
    },
  });
  expect(seen.at(-1)).toBe('127.0.0.1');
});

test('OPS-6 returns 408 to a client that stalls its headers or body', async () => {
  expect(await sendRaw('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toContain('408');
  expect(await sendRaw('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf')).toContain('408');
});

test('OPS-6 keeps an idle connection for longer than the minute that proxies do', async () => {
  const ask = () => fetch(`http://127.0.0.1:${port}/`);
  await ask();
  // Node announces how long it will keep the connection.
  expect((await ask()).headers.get('keep-alive')).toBe('timeout=65');
});

test('OPS-6 an idle connection outlasts the time limits of a request', async () => {
  const client = connect(port, '127.0.0.1');
  const ask = async () => {
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return String((await once(client, 'data'))[0]);
  };
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sendRaw('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf')).toContain('408');
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  client.destroy();
});

test('OPS-6 closes the connection of a client that doesn’t read the response', async () => {
  const accepted = once(server, 'connection');
  const client = connect(port, '127.0.0.1').pause();
  client.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  const [socket]: Socket[] = await accepted;
  if (!socket) throw new Error('no connection');
  await once(socket, 'close');
  expect(client.bytesRead).toBeLessThan(LARGE_BYTES);
  client.destroy();
});

test('OPS-6 rejects a request whose end is ambiguous, and answers nothing that follows it', async () => {
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  const before = asked.length;
  for (const headers of [
    `Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked`,
    'Content-Length: 0\r\nContent-Length: 5',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  ])
    expect([headers, await sendRaw(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${hidden}`)]).toEqual([
      headers,
      expect.stringMatching(/^HTTP\/1\.1 400 /),
    ]);
  expect(asked.slice(before).join()).not.toContain('/hidden');
});

test('OPS-5 OPS-6 takes invalid escapes in a path literally, and sends the security headers', async () => {
  const answer = await sendRaw('GET /api/%ff/%?a=%ff?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(asked.at(-1)).toBe('GET /api/%25ff/%25?a=%ff?b');
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    expect(answer).toContain(`${name}: ${value}\r\n`);
  await sendRaw('GET /api/%E4%BD%A0?x=% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(asked.at(-1)).toBe('GET /api/%E4%BD%A0?x=%');
  await sendRaw('TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(asked.at(-1)).toBe('UNKNOWN /method-not-allowed');
});

test('OPS-6 a request with two hosts gets 400 from the middleware, and reaches no page or call', async () => {
  for (const second of ['Host: y', 'host: x', 'HOST:']) {
    await sendRaw(`POST /api/user/login HTTP/1.1\r\nHost: x\r\n${second}\r\nConnection: close\r\n\r\n`);
    expect([second, asked.at(-1)]).toEqual([second, 'GET /bad-request']);
  }
});

test('OPS-6 a target that is not a path matches no page', async () => {
  for (const target of ['*', 'x', 'http:home', '*?a=/home']) {
    await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([target, asked.at(-1)]).toEqual([target, 'GET /404']);
  }
  await sendRaw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(asked.at(-1)).toBe('OPTIONS /method-not-allowed');
});

test.each([
  ['/x/../home', '/home'],
  ['/./home?a=/../b', '/home?a=/../b'],
  ['/x/%2e%2E/home', '/home'],
  ['/x/.%2e/home/.', '/home/'],
  ['/x\\..\\home', '/home'],
  ['/home#x', '/home'],
  ['/home#x?y', '/home'],
  ['/../../_next/../home', '/home'],
  ['/_next/static/../../home', '/home'],
  ['/api/../home', '/home'],
  ['/home/../api/user/login', '/api/user/login'],
  ['/x/../_next/image?url=%2Ficon.svg', '/404'],
  ['//x/../home', '//home'],
  ['/%ff/../home', '/home'],
])('OPS-6 %s is %s to everything that decides, as to a cache', async (target, resolved) => {
  const [answer, plain] = [
    await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    await sendRaw(`GET ${resolved} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
  ].map((text) => text.replace(/Date: .*/, ''));
  expect(asked.slice(-2)).toEqual([`GET ${resolved}`, `GET ${resolved}`]);
  expect(answer).toBe(plain);
});

test('OPS-6 no page path reaches Next’s parser of server actions', async () => {
  for (const target of [
    '/api/../home',
    '/api/docs/../../wallet',
    '/api/%2e./home',
    '/__nextjs/x',
    '/home#/api/',
  ]) {
    await sendRaw(`POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([target, asked.at(-1)]).toEqual([target, 'POST /method-not-allowed']);
  }
});

test('OPS-5 only files named by their content, and API calls, choose how long shared caches keep them', async () => {
  const cachingOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('cache-control');
  for (const path of [
    '/home',
    '/zh-Hant/home',
    '/en/home',
    '/api/docs',
    '/_next/data/x.json',
    '/robots.txt',
    '/x',
  ])
    expect([path, await cachingOf(path)]).toEqual([path, 'public, max-age=0, must-revalidate']);
  for (const path of [
    '/_next/static/a.js',
    '/avatars/a.webp',
    '/images/art/a.svg',
    '/api/config/getLangList',
  ])
    expect([path, await cachingOf(path)]).toEqual([path, 's-maxage=31536000']);
});

test('OPS-6 refuses an upgrade to another protocol, and leaves no socket open', async () => {
  // After its first request, Next adds such a listener, which neither responds nor closes.
  const left: Duplex[] = [];
  await fetch(`http://127.0.0.1:${port}/`);
  server.on('upgrade', (_request, socket) => left.push(socket));
  const before = asked.length;
  for (const path of ['/', '/home', '/api/coin/all', '/zzz'])
    for (const protocol of ['websocket', 'x', 'h2c'])
      expect(
        await sendRaw(
          `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`,
        ),
      ).toBe('');
  // Clients that disconnect immediately.
  for (let index = 0; index < 20; index += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    await once(socket.resume(), 'close');
  }
  expect(left).toHaveLength(32);
  expect(left.filter(({ destroyed }) => !destroyed)).toEqual([]);
  expect(asked).toHaveLength(before);
  expect((await fetch(`http://127.0.0.1:${port}/home`)).status).toBe(200);
  expect(server.listeners('upgrade')).toHaveLength(2);
});

test('OPS-5 pages accept only GET and HEAD, and API calls accept any method', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    for (const path of ['/', '/home?a=1', '/zh-Hant/wallet', '/api/docs', '/images/a.svg', '/apis']) {
      await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(asked.at(-1)).toBe(`${method} /method-not-allowed`);
    }
    await sendRaw(`${method} /api/user/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(asked.at(-1)).toBe(`${method} /api/user/login`);
  }
  await sendRaw('HEAD /home HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(asked.at(-1)).toBe('HEAD /home');
});

test('OPS-6 Next’s image optimizer, which no page uses, is off and unreachable', async () => {
  for (const path of ['/_next/image?url=%2Ficon.svg&w=3840&q=75', '/_next/image', '/_next/image/'])
    for (const method of ['GET', 'HEAD']) {
      await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(asked.at(-1)).toBe(`${method} /404`);
    }
  expect(nextConfig.images).toEqual({ unoptimized: true });
});

test('OPS-5 WAL-14 only the wallet’s pages may request the camera', async () => {
  const permissionsOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('permissions-policy');
  for (const path of ['/wallet', '/wallet/pay?tab=pay', '/zh-Hant/wallet/pay'])
    expect([path, await permissionsOf(path)]).toEqual([path, expect.stringContaining('camera=(self),')]);
  for (const path of [
    '/home',
    '/zh-Hant/home',
    '/wallets',
    '/api/wallet/activity',
    '/?x=/wallet',
    '/en/wallet',
  ])
    expect([path, await permissionsOf(path)]).toEqual([path, expect.stringContaining('camera=(),')]);
});

test('OPS-5 CALL-6 only the messages page may request the microphone', async () => {
  const permissionsOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('permissions-policy');
  for (const path of ['/wallet/messages', '/wallet/messages?with=0x1', '/zh-Hant/wallet/messages'])
    expect([path, await permissionsOf(path)]).toEqual([path, expect.stringContaining('microphone=(self),')]);
  for (const path of [
    '/home',
    '/wallet',
    '/wallet/pay',
    '/wallet/messagesx',
    '/messages',
    '/api/wallet/messages',
  ])
    expect([path, await permissionsOf(path)]).toEqual([path, expect.stringContaining('microphone=(),')]);
});
