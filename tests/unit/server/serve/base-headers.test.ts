/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { baseHeaders, leaveBaseHeaders } from '@/lib/http/base-headers';
import { prepareRequests } from '@/lib/server/http/connections';
import { loadApiRoutes } from '@/server/serve/api-router';
import { respond } from '@/server/serve/respond';

const server = createServer();
let stop: () => void;

/** Has a file at /file, unless the request is a preview. */
function answer(path: string, { headers }: IncomingMessage, response: ServerResponse): boolean {
  if (path !== '/file' || headers.cookie !== undefined) return false;
  response.writeHead(200, Object.entries(baseHeaders(path)).flat()).end();
  return true;
}

/** Returns the loader of a route file with a handler. */
const file = (handler: () => Promise<Response>) => async () => Object.fromEntries([['GET', handler]]);

beforeAll(async () => {
  stop = prepareRequests();
  const routes = {
    '/real': file(async () => new Response('text', { headers: { 'X-Content-Type-Options': 'off' } })),
    '/failing': file(() => Promise.reject(new Error('failed'))),
  };
  const listener = respond({
    files: { has: (path) => path === '/file', answer },
    findCall: await loadApiRoutes({ routes, unknownPath: async () => ({}) }),
    passToNext: async (_, response) => void response.end('next'),
  });
  server.on('request', (asked, response) => listener(asked, response)?.catch(() => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  stop();
  leaveBaseHeaders(() => false);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const port = () => (server.address() as AddressInfo).port;

/** Returns the names of the base headers that a response doesn't have, and its status. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request({ port: port(), host: '127.0.0.1', path, headers, method }).end();
  const [got]: IncomingMessage[] = await once(sent, 'response');
  got?.resume();
  const own = Object.fromEntries(
    Object.entries(baseHeaders(path)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    status: got?.statusCode,
    missing: Object.keys(own).filter((name) => got?.headers[name] !== own[name]),
  };
}

test('OPS-6 every response has the base headers, whether this server or Next sends it', async () => {
  expect(await ask('/file')).toEqual({ status: 200, missing: [] });
  expect(await ask('/file?a=1', {}, 'HEAD')).toEqual({ status: 200, missing: [] });
  expect(await ask('/file', { cookie: 'preview' })).toEqual({ status: 200, missing: [] });
  expect(await ask('/elsewhere')).toEqual({ status: 200, missing: [] });
  expect(await ask('/api/real')).toEqual({ status: 200, missing: [] });
  expect(await ask('/api/real', {}, 'DELETE')).toEqual({ status: 405, missing: [] });
  expect(await ask('/api/failing')).toEqual({ status: 500, missing: [] });
  expect(await ask('/api/real', { expect: 'something else' })).toEqual({ status: 417, missing: [] });
});

test('OPS-6 a request without a host has them, too', async () => {
  const socket = connect(port(), '127.0.0.1');
  socket.write('GET /file HTTP/1.1\r\n\r\n');
  const [text]: Buffer[] = await once(socket, 'data');
  socket.destroy();
  expect(String(text)).toMatch(/^HTTP\/1\.1 400 /);
  expect(String(text)).toContain('X-Content-Type-Options: nosniff');
});
