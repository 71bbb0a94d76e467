import { Client } from 'pg';
import { GET as stream } from '@/app/api/messages/stream/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { poolState } from '@/lib/server/db/database';
import { LISTENER_NAME } from '@/lib/server/db/listener';
import { peerHeader } from '@/lib/server/http/connections';
import {
  MESSAGE_STREAMS_PER_ACCOUNT,
  MESSAGE_STREAMS_PER_CLIENT,
  messageHub,
  startMessageStreams,
  stopMessageStreams,
} from '@/lib/server/messages/stream';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import {
  acknowledge,
  commit,
  inboxOf,
  type Person,
  person,
  revocationBody,
  revoke,
  send,
  startGroup,
} from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { EventReader } from '../../support/event-reader';
import { commitBody, type Group, messageBody, newGroup } from '../../support/message-frames';
import { ORIGIN, queryDatabase, UNLIMITED } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
let alice: Person;
let group: Group;
const readers: EventReader[] = [];
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: UNLIMITED } });
  alice = await person(1);
  group = await startGroup(alice);
});
afterAll(() => backend.stop());
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.cancel()));
});

const request = ({ token, deviceKey }: Pick<Person, 'token' | 'deviceKey'>, peer = '127.0.0.1') =>
  stream(
    new Request(`${ORIGIN}/api/messages/stream?deviceKey=${deviceKey}`, {
      headers: { Authorization: `Bearer ${token}`, [peerHeader()]: peer },
    }),
    { params: Promise.resolve({}) },
  );
async function open(one: Person, peer?: string): Promise<EventReader> {
  const { body, status, headers } = await request(one, peer);
  expect(headers.get('cache-control')).toContain('no-store');
  if (!body || status !== 200) throw new Error(`the stream was refused: ${status}`);
  const reader = new EventReader(body);
  readers.push(reader);
  expect(await reader.block()).toBe('retry: 3000');
  return reader;
}
const sendTo = (one: Person) => send(alice, messageBody(alice, group, 1, [one.deviceKey]));
const waiting = { event: 'waiting', data: { isWaiting: true } };
async function empty(one: Person): Promise<void> {
  const ids = (await inboxOf(one)).items.map(({ id }) => id);
  await acknowledge(one, ids);
}
const listeners = () =>
  queryDatabase<{ pid: number }>(backend, 'select pid from pg_stat_activity where application_name = $1', [
    LISTENER_NAME,
  ]);
const isListening = () => until(async () => (await listeners()).length > 0, 'the instance listens');

test('a stream has an event for what waits at its start, and for each thing that is queued later', async () => {
  const bob = await person(2);
  await sendTo(bob);
  const reader = await open(bob);
  expect(await reader.event()).toEqual(waiting);
  await empty(bob);
  await isListening();
  const next = reader.event();
  await sendTo(bob);
  expect(await next).toEqual(waiting);
});

test('a stream has no event for other devices, and none without something that waits', async () => {
  const [bob, carol] = [await person(2), await person(3)];
  const [ofBob, ofCarol] = [await open(bob), await open(carol)];
  await isListening();
  const quiet = ofCarol.event();
  const next = ofBob.event();
  await sendTo(bob);
  expect(await next).toEqual(waiting);
  await sendTo(carol);
  // Its first event comes after its own message was queued.
  expect(await quiet).toEqual(waiting);
  expect((await inboxOf(carol)).items).toHaveLength(1);
});

test('a repeated call notifies no other devices than those for which it queued something', async () => {
  const [bob, carol] = [await person(), await person()];
  const notified: string[] = [];
  const listener = new Client({ connectionString: backend.databaseUrl });
  listener.on('notification', ({ payload = '' }) => notified.push(...payload.split(',')));
  await listener.connect();
  try {
    await listener.query('listen messages');
    const message = messageBody(alice, group, 1, [bob.deviceKey]);
    const own = newGroup();
    const first = commitBody(alice, own, 0, [bob.deviceKey]);
    for (const to of [[bob.deviceKey], [carol.deviceKey]]) {
      expect(await send(alice, { ...message, to })).toMatchObject({ code: 200, data: { missed: [] } });
      expect(await commit(alice, { ...first, to })).toMatchObject({ code: 200, data: { missed: [] } });
    }
    const last = await person();
    await sendTo(last);
    // Notifications arrive in the order in which they were sent.
    await until(async () => notified.includes(last.deviceKey), 'the last notification');
    expect(new Set(notified)).toEqual(new Set([bob.deviceKey, last.deviceKey]));
  } finally {
    await listener.end();
  }
});

test('an event arrives if another instance queued the item', async () => {
  const bob = await person(4);
  const reader = await open(bob);
  await isListening();
  const next = reader.event();
  const other = new Client({ connectionString: backend.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query(
      `with stored as (insert into message_contents (content) values ('') returning id)
        insert into message_queue (device_key, kind, group_id, sender, content_id)
        select $1, 'message', 'x', 'y', id from stored`,
      [bob.deviceKey],
    );
    await other.query("select pg_notify('messages', $1)", [bob.deviceKey]);
    await other.query('commit');
  } finally {
    await other.end();
  }
  expect(await next).toEqual(waiting);
});

test('an event arrives although the connection to the database was lost in the meantime', async () => {
  const bob = await person(5);
  const reader = await open(bob);
  await isListening();
  const before = (await listeners()).map(({ pid }) => pid);
  const next = reader.event();
  await queryDatabase(
    backend,
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [LISTENER_NAME],
  );
  await sendTo(bob);
  expect(await next).toEqual(waiting);
  await until(
    async () => (await listeners()).some(({ pid }) => !before.includes(pid)),
    'another connection listens',
  );
});

test('open streams hold no connection of the pool, are limited per account, and end when the server stops', async () => {
  const [bob, carol] = [await person(6), await person(7)];
  const held: EventReader[] = [];
  for (let count = 0; count < MESSAGE_STREAMS_PER_ACCOUNT; count += 1) held.push(await open(bob));
  const refused = await request(bob);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '3',
    { code: 429, data: { retryAfter: 3 } },
  ]);
  await open(carol);
  await until(async () => poolState().total === poolState().idle, 'all connections are free');
  await held[0]?.cancel();
  await open(bob);
  await stopMessageStreams();
  for (const reader of held.slice(1)) expect(await reader.event()).toBeNull();
  expect(messageHub()).toBeUndefined();
  await until(async () => (await listeners()).length === 0, 'nothing listens anymore');
  expect((await request(bob)).status).toBe(503);
  await startMessageStreams();
});

test('accounts of one client can not take all streams', async () => {
  await startMessageStreams();
  const [bob, carol, dave] = [await person(), await person(), await person()];
  const client = '192.0.2.1';
  for (let count = 0; count < MESSAGE_STREAMS_PER_CLIENT / 2; count += 1)
    await Promise.all([open(bob, client), open(carol, client)]);
  expect((await request(dave, client)).status).toBe(429);
  await open(dave, '192.0.2.2');
  await readers[0]?.cancel();
  await open(dave, client);
});

test('a stream ends with its session, and with its device', async () => {
  const bob = await person(8);
  const first = await open(bob);
  const other = { ...bob, token: await tokenOf(bob.account) };
  const second = await open(other);
  await isListening();
  await callRoute(logout, { body: {}, token: bob.token });
  const [ended, next] = [first.event(), second.event()];
  await sendTo(bob);
  expect(await next).toEqual(waiting);
  expect(await ended).toBeNull();
  await revoke(other, await revocationBody(bob));
  expect(await second.event()).toBeNull();
  const answer = await request(other);
  expect([answer.status, await answer.json()]).toMatchObject([403, { data: { reason: 'device_revoked' } }]);
  expect((await request({ ...alice, deviceKey: bob.deviceKey })).status).toBe(403);
  expect((await request({ ...alice, token: 'forged' })).status).toBe(401);
});
