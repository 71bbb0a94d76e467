/** @jest-environment node */
import { EventEmitter, once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { HttpDrain } from '@/lib/server/stop/http-drain';

let server: Server;
let url: string;
const agent = new Agent({ keepAlive: true });
/** Releases the held response from `/slow`. */
const gate = new EventEmitter();

beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url !== '/slow') response.end('fast');
    else {
      gate.emit('taken');
      gate.once('open', () => response.end('slow'));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
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
