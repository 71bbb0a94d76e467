/** @jest-environment node */
import { EventEmitter, once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { KEEP_ALIVE_MS } from '@/lib/server/http/connections';
import { HttpDrain } from '@/lib/server/stop/http-drain';
import { until } from '../../support/until';

let server: Server;
let port: number;
let url: string;
const agent = new Agent({ keepAlive: true });
/** Releases the held response from `/slow`. */
const gate = new EventEmitter();

beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url === '/stream') response.write('first');
    else if (request.url !== '/slow') response.end('fast');
    else {
      gate.emit('taken');
      gate.once('open', () => response.end('slow'));
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}`;
});
afterEach(() => {
  gate.removeAllListeners();
  server.closeAllConnections();
  server.close();
});

async function ask(path: string): Promise<{ connection: string | undefined; body: string }> {
  const [response] = (await once(get(url + path, { agent }), 'response')) as [IncomingMessage];
  return { connection: response.headers.connection, body: await text(response) };
}

async function watched(): Promise<HttpDrain> {
  const drain = new HttpDrain();
  drain.watch();
  await ask('/');
  return drain;
}

test('OPS-3 closes a kept-alive connection after its next response', async () => {
  const drain = await watched();
  expect(await ask('/')).toMatchObject({ connection: 'keep-alive' });
  drain.refuseToKeepAlive();
  expect(await ask('/')).toEqual({ connection: 'close', body: 'fast' });
  expect(await drain.close(5_000)).toBe(true);
});

test('OPS-3 a stop waits for unfinished responses and accepts no new connections', async () => {
  const drain = await watched();
  const taken = once(gate, 'taken');
  const slow = ask('/slow');
  await taken;
  const closed = drain.close(20_000);
  await expect(once(get(`${url}/`, { agent: new Agent() }), 'response')).rejects.toThrow(/ECONNREFUSED/);
  gate.emit('open');
  expect(await slow).toMatchObject({ body: 'slow' });
  expect(await closed).toBe(true);
});

/** Opens a connection, and returns both of its ends. */
async function open(): Promise<{ client: Socket; accepted: Socket }> {
  const accepted = once(server, 'connection');
  const client = connect(port, '127.0.0.1');
  return { client, accepted: (await accepted)[0] };
}

test('OPS-3 a stop closes a connection that its client opened in advance, as browsers do', async () => {
  const drain = await watched();
  const { client } = await open();
  const [inTime] = await Promise.all([drain.close(5_000), once(client.resume(), 'close')]);
  expect(inTime).toBe(true);
});

test('OPS-3 a client that cancels a body doesn’t delay a stop', async () => {
  const drain = await watched();
  const accepted = once(server, 'connection');
  const response = await fetch(`${url}/stream`);
  const [socket]: Socket[] = await accepted;
  if (!socket) throw new Error('no connection');
  const gone = once(socket, 'close');
  // In Node 20 and 22, fetch then opens another connection in advance.
  await response.body?.cancel();
  await gone;
  await ask('/');
  expect(await drain.close(5_000)).toBe(true);
});

test('OPS-3 a stop closes idle connections at once, and finishes a request that has begun to arrive', async () => {
  const drain = await watched();
  const idle = await open();
  idle.client.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(idle.client, 'data');
  const begun = await open();
  begun.client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n');
  await until(async () => begun.accepted.bytesRead > 0, 'the first bytes');
  const silent = await open();
  const closed = drain.close(20_000);
  await Promise.all([once(idle.client, 'close'), once(silent.client.resume(), 'close')]);
  begun.client.write('\r\n');
  expect(await text(begun.client)).toMatch(/^HTTP\/1\.1 200 .*fast$/s);
  expect(await closed).toBe(true);
});

test('OPS-3 closes what remains open after Next has closed its server', async () => {
  const drain = await watched();
  const { client } = await open();
  server.close();
  const [inTime] = await Promise.all([drain.close(5_000), once(client.resume(), 'close')]);
  expect(inTime).toBe(true);
});

test('OPS-3 cuts off unfinished responses at the deadline and reports it', async () => {
  const drain = await watched();
  const taken = once(gate, 'taken');
  const slow = ask('/slow');
  await taken;
  const [inTime] = await Promise.all([
    drain.close(50),
    expect(slow).rejects.toThrow(/socket hang up|ECONNRESET/),
  ]);
  expect(inTime).toBe(false);
});

test('OPS-3 a server without requests stops immediately', async () => {
  expect(await new HttpDrain().close(5_000)).toBe(true);
});
