/** @jest-environment node */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LoadClient } from './load-client';
import { Tally } from './tally';

const used = new WeakSet<object>();
/** Answers the first request of each connection, and closes the connection at the second one. */
const server = createServer(({ socket }, response) => {
  if (used.has(socket)) socket.destroy();
  else response.end('first');
  used.add(socket);
}).listen(0, '127.0.0.1');
// However long a loaded machine takes for the next request, the client finds its connection open.
server.keepAliveTimeout = 0;
beforeAll(() => once(server, 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a GET request whose idle connection was closed is sent again, as browsers do, and a POST request is not', async () => {
  const tally = new Tally();
  const { port } = server.address() as AddressInfo;
  const client = new LoadClient({ origin: `http://127.0.0.1:${port}` }, tally, 15_000);
  expect(await client.call('GET', '/')).toEqual({ status: 200, body: 'first' });
  expect(await client.call('GET', '/')).toEqual({ status: 200, body: 'first' });
  expect(tally.resent).toBe(1);
  expect(await client.call('POST', '/', { form: { a: 'b' } })).toBeNull();
  expect(tally.resent).toBe(1);
  expect([...tally.takeFaults()]).toEqual([['ECONNRESET from POST', 1]]);
  client.close();
});
