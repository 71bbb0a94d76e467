import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { database, inTransaction } from '@/lib/server/db/database';
import { type Backend, startBackend } from '../../support/api-backend';
import { takeTransactionWaits } from '../../support/no-transaction-waits';

let backend: Backend;
const server = createServer((_request, response) => response.end());
let port: number;
beforeAll(async () => {
  backend = await startBackend();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await backend.stop();
});

const waysToWait: [string, () => Promise<unknown>][] = [
  ['fetch', () => fetch(`http://127.0.0.1:${port}/`)],
  ['an HTTP request', () => once(get({ port, host: '127.0.0.1' }), 'response')],
  ['a socket', () => once(connect(port, '127.0.0.1'), 'connect')],
];

test.each(waysToWait)('OPS-4 %s in a transaction fails the tests of the API', async (_, wait) => {
  await wait();
  expect(takeTransactionWaits()).toEqual([]);
  await inTransaction('account', async () => {
    await wait();
  });
  expect(takeTransactionWaits().join()).toContain('transaction-waits.test.ts');
  await wait();
  expect(takeTransactionWaits()).toEqual([]);
});

test('OPS-4 a transaction can’t wait for a second connection', async () => {
  const message = 'a transaction must not wait for another connection';
  for (const nested of [() => inTransaction('session', async () => null), async () => database('public')])
    await expect(inTransaction('account', nested)).rejects.toThrow(message);
  await expect(inTransaction('account', async () => null)).resolves.toBeNull();
  expect(() => database('account')).not.toThrow();
});
