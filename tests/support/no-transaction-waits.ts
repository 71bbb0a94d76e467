import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isInTransaction } from '@/lib/server/db/database';

/** Node's and undici's channels for what waits for another host: new connections, and requests over any connection. */
const CHANNELS = ['net.client.socket', 'http.client.request.start', 'undici:request:create'];

const waits: string[] = [];
const record = (_message: unknown, channel: string | symbol) => {
  if (isInTransaction()) waits.push(new Error(String(channel)).stack ?? String(channel));
};

/** Returns where code has waited for another host while it held a transaction, since the last call. */
export const takeTransactionWaits = (): string[] => waits.splice(0);

// Fails every API test in which that happens. A store or node that hangs would otherwise keep the connections of all
// other calls.
beforeAll(() => CHANNELS.forEach((channel) => void subscribe(channel, record)));
afterEach(() => expect(takeTransactionWaits()).toEqual([]));
afterAll(() => CHANNELS.forEach((channel) => void unsubscribe(channel, record)));
