import { Client } from 'pg';
import { GET as stream } from '@/app/api/messages/stream/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { INBOX_ITEMS, inbox } from '@/lib/api/schemas/messages';
import { hashToken } from '@/lib/server/auth/session';
import { areaPool, poolState } from '@/lib/server/db/database';
import { LISTENER_NAME } from '@/lib/server/db/listener';
import { peerHeader } from '@/lib/server/http/connections';
import { newItems } from '@/lib/server/messages/inbox';
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
import { base64, commitBody, frame, type Group, messageBody, newGroup } from '../../support/message-frames';
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
const sessionOf = ({ account, token }: Person) => ({ address: account.address, tokenHash: hashToken(token) });
/** Returns the inbox of the next event, or null at the end of the stream. */
async function nextInbox(reader: EventReader) {
  const received = await reader.event();
  if (received === null) return null;
  expect(received.event).toBe('inbox');
  return inbox.parse(received.data);
}
/** Returns the contents of the next event's items, or null at the end of the stream. */
const nextContents = async (reader: EventReader) =>
  (await nextInbox(reader))?.items.map(({ content }) => content) ?? null;
/** Sends a message, and returns its content. */
async function sentTo(one: Person, change: Partial<{ length: number }> = {}): Promise<string> {
  const content = contentOf(change.length);
  expect(await send(alice, messageBody(alice, group, 1, [one.deviceKey], { content }))).toMatchObject({
    code: 200,
    data: { missed: [] },
  });
  return content;
}
const contentOf = (length = 60) => base64(frame('application', { groupId: group.groupId, epoch: 1, length }));
const listeners = () =>
  queryDatabase<{ pid: number }>(backend, 'select pid from pg_stat_activity where application_name = $1', [
    LISTENER_NAME,
  ]);
const isListening = () => until(async () => (await listeners()).length > 0, 'the instance listens');

test('HUB-1 a stream has what waits at its start, and each thing that is queued later', async () => {
  const bob = await person(2);
  const [first, second] = [await sentTo(bob), await sentTo(bob)];
  const reader = await open(bob);
  expect(await nextContents(reader)).toEqual([first, second]);
  await isListening();
  const next = nextContents(reader);
  const third = await sentTo(bob);
  expect(await next).toEqual([third]);
  // In the form and order in which the inbox returns it.
  const again = await open(bob);
  expect(await nextInbox(again)).toEqual(await inboxOf(bob));
});

test('HUB-1 a stream has each item once, and another stream has those that are not acknowledged again', async () => {
  const bob = await person();
  const [first, second] = [await sentTo(bob), await sentTo(bob)];
  const reader = await open(bob);
  expect(await nextContents(reader)).toEqual([first, second]);
  await isListening();
  const next = nextContents(reader);
  const [one] = (await inboxOf(bob)).items;
  await acknowledge(bob, [one?.id ?? 0]);
  const third = await sentTo(bob);
  expect(await next).toEqual([third]);
  await reader.cancel();
  expect(await nextContents(await open(bob))).toEqual([second, third]);
});

test('a stream has no event for other devices, and none without something that waits', async () => {
  const [bob, carol] = [await person(2), await person(3)];
  await acknowledge(
    bob,
    (await inboxOf(bob)).items.map(({ id }) => id),
  );
  const [ofBob, ofCarol] = [await open(bob), await open(carol)];
  await isListening();
  const quiet = nextContents(ofCarol);
  const next = nextContents(ofBob);
  const first = await sentTo(bob);
  expect(await next).toEqual([first]);
  const second = await sentTo(carol);
  // Its first event comes after its own message was queued.
  expect(await quiet).toEqual([second]);
});

test('HUB-1 an event has all that is new, or says that it is too much and the device has to fetch it', async () => {
  const bob = await person();
  const long = [await sentTo(bob, { length: 40_000 }), await sentTo(bob, { length: 40_000 })];
  const reader = await open(bob);
  expect(await nextInbox(reader)).toEqual({ items: [], isComplete: false });
  const { items, isComplete } = await inboxOf(bob);
  expect([items.map(({ content }) => content), isComplete]).toEqual([long, true]);
  await acknowledge(
    bob,
    items.map(({ id }) => id),
  );
  await isListening();
  const next = nextContents(reader);
  const short = await sentTo(bob);
  expect(await next).toEqual([short]);
});

test('HUB-1 a device that acknowledges nothing gets no more items from a stream than from the inbox', async () => {
  const bob = await person();
  const read = newItems(sessionOf(bob), bob.deviceKey);
  const contents: string[] = [];
  for (let count = 0; count < INBOX_ITEMS; count += 1) contents.push(await sentTo(bob));
  expect((await read())?.items.map(({ content }) => content)).toEqual(contents);
  expect(await read()).toBeNull();
  await sentTo(bob);
  for (let round = 0; round < 2; round += 1) expect(await read()).toEqual({ items: [], isComplete: false });
  const [first] = (await inboxOf(bob)).items;
  await acknowledge(bob, [first?.id ?? 0]);
  expect(await read()).toMatchObject({ items: [{}], isComplete: true });
});

test('a reader that has no room gets what came meanwhile in one event, and nothing is kept for it', async () => {
  const bob = await person();
  const { body } = await request(bob);
  if (!body) throw new Error('the stream was refused');
  const reader = new EventReader(body);
  readers.push(reader);
  await isListening();
  const read = jest.spyOn(areaPool('account'), 'query');
  const readings = () =>
    read.mock.calls.filter(([first]) => JSON.stringify(first).includes('"message_queues"')).length;
  // Nothing is read from it yet. Another reader of the same device shows when the notifications have arrived.
  const other = await open(bob);
  const contents: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const next = nextContents(other);
    contents.push(await sentTo(bob));
    expect(await next).toEqual(contents.slice(-1));
  }
  const before = readings();
  expect(await nextContents(reader)).toEqual(contents);
  // The other one: at its start, and once for each. This one: once.
  expect([before, readings()]).toEqual([4, 5]);
  read.mockRestore();
});

test('HUB-1 items of a stream come in the order of the queue: the messages of an epoch before its commit', async () => {
  const bob = await person();
  const own = await startGroup(alice, [bob.deviceKey]);
  const reader = await open(bob);
  await nextInbox(reader);
  await isListening();
  const kinds: string[] = [];
  const body = () => messageBody(alice, own, 1, [bob.deviceKey]);
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => send(alice, body())),
    commit(alice, commitBody(alice, own, 1, [bob.deviceKey])),
    ...Array.from({ length: 10 }, () => send(alice, body())),
  ]);
  const accepted = answers.filter(({ code }) => code === 200).length;
  while (kinds.length < accepted)
    for (const { kind } of (await nextInbox(reader))?.items ?? []) kinds.push(kind);
  expect(kinds.slice(0, -1)).toEqual(kinds.slice(0, -1).map(() => 'message'));
  expect(kinds.at(-1)).toBe('commit');
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
    await sentTo(last);
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
  const next = nextInbox(reader);
  const other = new Client({ connectionString: backend.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query(
      `with stored as (insert into message_contents (content) values ('x') returning id)
        insert into message_queue (device_key, kind, group_id, sender, content_id)
        select $1, 'message', 'x', 'y', id from stored`,
      [bob.deviceKey],
    );
    await other.query("select pg_notify('messages', $1)", [bob.deviceKey]);
    await other.query('commit');
  } finally {
    await other.end();
  }
  expect(await next).toMatchObject({ items: [{ groupId: 'x' }] });
});

test('an event arrives although the connection to the database was lost in the meantime', async () => {
  const bob = await person(5);
  const reader = await open(bob);
  await isListening();
  const before = (await listeners()).map(({ pid }) => pid);
  const next = nextContents(reader);
  await queryDatabase(
    backend,
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [LISTENER_NAME],
  );
  const content = await sentTo(bob);
  expect(await next).toEqual([content]);
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

test('a stream ends with its session, and with its device, and has nothing that is queued later', async () => {
  const bob = await person(8);
  const first = await open(bob);
  const other = { ...bob, token: await tokenOf(bob.account) };
  const second = await open(other);
  await isListening();
  await callRoute(logout, { body: {}, token: bob.token });
  const [ended, next] = [first.event(), nextContents(second)];
  const content = await sentTo(bob);
  expect(await next).toEqual([content]);
  expect(await ended).toBeNull();
  const read = newItems(sessionOf(other), bob.deviceKey);
  const expired = newItems(sessionOf(bob), bob.deviceKey);
  expect([await read(), await expired()]).toMatchObject([{ isComplete: true }, undefined]);
  await revoke(other, await revocationBody(bob));
  expect(await second.event()).toBeNull();
  // Even if something is queued for it.
  await queryDatabase(
    backend,
    `with stored as (insert into message_contents (content) values ('x') returning id)
      insert into message_queue (device_key, kind, group_id, sender, content_id)
      select $1, 'message', 'x', 'y', id from stored`,
    [bob.deviceKey],
  );
  expect(await read()).toBeUndefined();
  const answer = await request(other);
  expect([answer.status, await answer.json()]).toMatchObject([403, { data: { reason: 'device_revoked' } }]);
  expect((await request({ ...alice, deviceKey: bob.deviceKey })).status).toBe(403);
  expect((await request({ ...alice, token: 'forged' })).status).toBe(401);
});

test('concurrent acknowledgments share statements, and one that is refused fails alone', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => person()));
  for (const one of people) await sentTo(one);
  const ids = await Promise.all(people.map(async (one) => (await inboxOf(one)).items.map(({ id }) => id)));
  const query = jest.spyOn(Client.prototype, 'query');
  const answers = await Promise.all([
    ...people.map((one, index) => acknowledge(one, ids[index] ?? [])),
    acknowledge({ ...alice, deviceKey: people[0]?.deviceKey ?? '0x' }, ids[0] ?? []),
    // Of another device.
    acknowledge(alice, ids[1] ?? []),
  ]);
  const statements = query.mock.calls.filter(([first]) =>
    JSON.stringify(first).includes('message_acknowledge'),
  );
  query.mockRestore();
  expect(answers.map(({ code }) => code)).toEqual([...people.map(() => 200), 403, 200]);
  expect(statements.length).toBeLessThan(answers.length);
  for (const one of people) expect((await inboxOf(one)).items).toEqual([]);
});

test('an acknowledgment does not wait for a transaction that deletes the same items', async () => {
  const bob = await person();
  await sentTo(bob);
  const ids = (await inboxOf(bob)).items.map(({ id }) => id);
  const other = new Client({ connectionString: backend.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('delete from message_queue where device_key = $1', [bob.deviceKey]);
    expect(await acknowledge(bob, ids)).toMatchObject({ code: 200 });
    await other.query('rollback');
  } finally {
    await other.end();
  }
  expect((await inboxOf(bob)).items).toHaveLength(1);
});
