/** @jest-environment node */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { CONNECTIONS, limitConnections } from '@/lib/server/http/connection-limit';
import { meters } from '@/lib/server/metrics/count';
import { childEnv } from '@/lib/settings/process-env';

const before = childEnv({});
let stop: () => void;

beforeEach(() => {
  jest.replaceProperty(process, 'env', {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://127.0.0.1/tidewell',
    CHAINS_FILE: 'config/chains.example.json',
    ORIGINS: 'https://wallet.example.org',
    TRUSTED_PROXIES: '192.0.2.7',
  });
  stop = limitConnections();
});
afterEach(() => {
  stop();
  jest.replaceProperty(process, 'env', before);
});

/** Accepts a connection of an address as Node does, because a test has only addresses of its own machine. */
function accept(remoteAddress: string): Duplex {
  const socket = Object.assign(new Duplex({ read() {} }), { remoteAddress });
  channel('net.server.socket').publish({ socket });
  return socket;
}

const acceptMany = (count: number, addressOf: (index: number) => string): Duplex[] =>
  Array.from({ length: count }, (_, index) => accept(addressOf(index)));

const openOf = (sockets: Duplex[]): Duplex[] => sockets.filter(({ destroyed }) => !destroyed);

test('OPS-6 a client may have so many connections open, and others may still connect', async () => {
  const sockets = acceptMany(CONNECTIONS.perClient * 2, () => '203.0.113.7');
  expect(openOf(sockets)).toHaveLength(CONNECTIONS.perClient);
  expect(accept('::ffff:203.0.113.7').destroyed).toBe(true);
  expect(accept('203.0.113.8').destroyed).toBe(false);
  const [first] = sockets;
  first?.destroy();
  if (first) await once(first, 'close');
  expect(openOf(acceptMany(2, () => '203.0.113.7'))).toHaveLength(1);
});

test('OPS-6 the clients of an IPv6 /64 count as one, and those of a /48 have a limit together', () => {
  const one = acceptMany(CONNECTIONS.perClient * 2, (index) => `2001:db8:1:1::${index.toString(16)}`);
  expect(openOf(one)).toHaveLength(CONNECTIONS.perClient);
  const all = acceptMany(CONNECTIONS.perNetwork * 2, (index) => `2001:db8:2:${index.toString(16)}::1`);
  expect(openOf(all)).toHaveLength(CONNECTIONS.perNetwork);
});

test('OPS-6 OPS-3 clients can’t use up the connections of trusted proxies and health checks', () => {
  const clients = acceptMany(
    CONNECTIONS.total * 2,
    (index) => `198.51.${Math.floor(index / 256)}.${index % 256}`,
  );
  expect(openOf(clients)).toHaveLength(CONNECTIONS.total);
  expect(accept('203.0.113.7').destroyed).toBe(true);
  const proxied = acceptMany(CONNECTIONS.total * 2, () => '192.0.2.7');
  expect(openOf(proxied)).toHaveLength(CONNECTIONS.total);
  const local = acceptMany(CONNECTIONS.total * 2, () => '127.0.0.1');
  expect(openOf(local)).toHaveLength(CONNECTIONS.total);
});

test('OPS-6 OPS-3 counts refused connections in the metric of refusals', async () => {
  const refused = async () =>
    (await meters().refusals.get()).values.find(({ labels }) => labels.limit === 'connection')?.value ?? 0;
  const earlier = await refused();
  acceptMany(CONNECTIONS.perClient + 3, () => '203.0.113.7');
  expect(await refused()).toBe(earlier + 3);
});

/** Publishes the start of a connection's request as Node does. Returns a function that publishes the end of its response. */
function ask(socket: Duplex): () => void {
  const response = {};
  channel('http.server.request.start').publish({ socket, response });
  return () => channel('http.server.response.finish').publish({ socket, response });
}

test('OPS-6 a client’s idle connections give way to its new ones, the longest idle first', () => {
  const sockets = acceptMany(CONNECTIONS.perClient, () => '203.0.113.7');
  const [first, second, third] = sockets;
  if (!first || !second || !third) throw new Error('no connections');
  for (const socket of [second, first, third]) ask(socket)();
  const answer = ask(third);
  expect(accept('203.0.113.7').destroyed).toBe(false);
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  expect(acceptMany(2, () => '203.0.113.7').map(({ destroyed }) => destroyed)).toEqual([false, true]);
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
  answer();
  expect(accept('203.0.113.7').destroyed).toBe(false);
  expect(third.destroyed).toBe(true);
});

test('OPS-6 a connection is in use until the last of its requests is answered', () => {
  const [first] = acceptMany(CONNECTIONS.perClient, () => '203.0.113.7');
  if (!first) throw new Error('no connection');
  const answers = [ask(first), ask(first)];
  answers[0]?.();
  expect(accept('203.0.113.7').destroyed).toBe(true);
  answers[1]?.();
  expect(accept('203.0.113.7').destroyed).toBe(false);
  expect(first.destroyed).toBe(true);
});

test('OPS-6 a client that uses all of its connections closes no idle one of others', () => {
  const clients = acceptMany(
    CONNECTIONS.total - CONNECTIONS.perClient,
    (index) => `198.51.${Math.floor(index / 256)}.${index % 256}`,
  );
  for (const socket of clients) ask(socket)();
  acceptMany(CONNECTIONS.perClient * 2, () => '203.0.113.7');
  expect(openOf(clients)).toEqual(clients);
  expect(accept('203.0.113.8').destroyed).toBe(false);
  expect(openOf(clients)).toEqual(clients.slice(1));
});

test('OPS-6 a full server closes an idle connection, and still serves the others', async () => {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  acceptMany(CONNECTIONS.total - 2, () => '127.0.0.1');
  const get = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return String((await once(socket, 'data'))[0]);
  };
  const [first, second] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  expect(await get(first)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await get(second)).toMatch(/^HTTP\/1\.1 200 /);
  const closed = once(first, 'close');
  expect(await get(connect(port, '127.0.0.1'))).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
  expect(await get(second)).toMatch(/^HTTP\/1\.1 200 /);
  server.closeAllConnections();
  server.close();
});

test('OPS-6 counts the connections of a real server, and forgets them when they close', async () => {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  acceptMany(CONNECTIONS.total - 1, () => '127.0.0.1');
  const accepted = once(server, 'connection');
  const first = connect(port, '127.0.0.1');
  const [own] = await accepted;
  const second = connect(port, '127.0.0.1');
  await once(second, 'close');
  first.destroy();
  await once(own, 'close');
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
  server.closeAllConnections();
  server.close();
});
