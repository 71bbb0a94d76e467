import { bytesToHex, type Hex, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { POST as sendRoute } from '@/app/api/messages/send/route';
import { MAX_LEAVES } from '@/lib/messages/mls/tree-guards';
import { randomId } from '@/lib/messages/protocol/content';
import { cleanUp } from '@/lib/server/db/clean-up';
import type { ApiError } from '@/lib/server/http/api-error';
import { clientAt } from '@/lib/server/http/client-address';
import { admitAccount } from '@/lib/server/limits/admit';
import { admitBytes } from '@/lib/server/messages/daily-storage';
import { DAILY_BYTES, WAITING_LIMITS } from '@/lib/server/messages/queue';
import { serverEnv } from '@/lib/settings/env';
import { startServer, stopServer } from '@/scripts/launcher/database/postgres-programs';
import { postgresUser } from '@/scripts/launcher/database/postgres-user';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import {
  acknowledge,
  bindNewDevice,
  commit,
  inboxOf,
  type Person,
  person,
  revocationBody,
  revoke,
  send,
  startGroup,
  storePackages,
} from '../../support/api-messages';
import {
  base64,
  commitBody,
  frame,
  messageBody,
  newGroup,
  randomBytes,
  welcomeTo,
} from '../../support/message-frames';
import { queryDatabase, UNLIMITED } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: `${UNLIMITED},message=100000/60` } });
});
afterAll(() => backend.stop());

const countOf = async (table: string) =>
  (await queryDatabase<{ count: number }>(backend, `select count(*)::int from ${table}`))[0]?.count;
const idsOf = async (one: Person) => (await inboxOf(one)).items.map(({ id }) => id);

/** Fills a device's queue with an account's items of a conversation, which share one content. */
const fillQueue = ({ deviceKey }: Person, sender: string, count: number, groupId = randomId()) =>
  queryDatabase(
    backend,
    `with stored as (insert into message_contents (content) values ('') returning id)
      insert into message_queue (device_key, kind, group_id, sender, content_id)
      select $1, 'message', $4, $2, stored.id from stored, generate_series(1, $3::int)`,
    [deviceKey, sender, count, groupId],
  );

test('a content is stored once, however many devices it is for, and deleted with the last of them', async () => {
  const [alice, bob, carol] = [await person(1), await person(2), await person(3)];
  const second = { ...bob, ...(await bindNewDevice(bob.account, bob.token)) };
  const readers = [bob, second, carol];
  const group = await startGroup(alice);
  const before = Number(await countOf('message_contents'));
  const body = messageBody(
    alice,
    group,
    1,
    readers.map(({ deviceKey }) => deviceKey),
  );
  await send(alice, body);
  expect(await countOf('message_contents')).toBe(before + 1);
  for (const reader of readers) {
    expect((await inboxOf(reader)).items.map(({ content }) => content)).toEqual([body.content]);
  }
  // The last two acknowledge at the same time.
  await acknowledge(bob, await idsOf(bob));
  await cleanUp();
  expect(await countOf('message_contents')).toBe(before + 1);
  await Promise.all([second, carol].map(async (reader) => acknowledge(reader, await idsOf(reader))));
  await Promise.all([cleanUp(), cleanUp()]);
  expect([await countOf('message_contents'), await countOf('message_releases')]).toEqual([before, 0]);
});

test('what nobody fetches, or a revoked device had, leaves no content behind', async () => {
  const [alice, bob, carol] = [await person(1), await person(4), await person(5)];
  const group = await startGroup(alice, [bob.deviceKey, carol.deviceKey]);
  await send(alice, messageBody(alice, group, 1, [bob.deviceKey]));
  const before = Number(await countOf('message_contents'));
  await revoke(bob, await revocationBody(bob));
  await cleanUp();
  // The commit still waits for the other device.
  expect(await countOf('message_contents')).toBe(before - 1);
  await cleanUp(new Date(Date.now() + 31 * 86_400_000));
  for (const table of [
    'message_contents',
    'message_queue',
    'message_releases',
    'message_commits',
    'message_receipts',
    'message_usage',
  ])
    expect([table, await countOf(table)]).toEqual([table, 0]);
  // The groups stay, so that nobody can create them anew.
  expect(await countOf('message_groups')).toBeGreaterThan(0);
  const mallory = await person(6);
  expect(await commit(mallory, commitBody(mallory, group, 0, []))).toMatchObject({ code: 409 });
});

test('contents are deleted in batches', async () => {
  await queryDatabase(
    backend,
    `with stored as (insert into message_contents (content) select '' from generate_series(1, 2500) returning id)
      insert into message_releases (content_id) select id from stored`,
  );
  await cleanUp();
  expect([await countOf('message_contents'), await countOf('message_releases')]).toEqual([0, 0]);
});

test('one account cannot fill a queue, and those of others still arrive', async () => {
  const [alice, bob, mallory] = [await person(1), await person(2), await person(6)];
  const spam = await startGroup(mallory);
  const { message, commit: room } = WAITING_LIMITS;
  await fillQueue(bob, mallory.account.address, message.fromSender - 1);
  const next = () => send(mallory, messageBody(mallory, spam, 1, [bob.deviceKey]));
  expect(await next()).toMatchObject({ data: { missed: [] } });
  expect(await next()).toMatchObject({ code: 200, data: { missed: [bob.deviceKey] } });
  await fillQueue(bob, mallory.account.address, room.fromSender - message.fromSender);
  const invited = commitBody(mallory, spam, 1, [bob.deviceKey], { welcome: welcomeTo(bob.deviceKey) });
  expect(await commit(mallory, invited)).toMatchObject({ code: 200, data: { missed: [bob.deviceKey] } });
  const group = await startGroup(alice);
  const sent = await send(alice, messageBody(alice, group, 1, [bob.deviceKey]));
  expect(sent).toMatchObject({ code: 200, data: { missed: [] } });
});

test('one member cannot fill a conversation’s part of a queue', async () => {
  const [alice, bob, mallory] = [await person(), await person(), await person()];
  const group = await startGroup(mallory);
  await fillQueue(bob, mallory.account.address, WAITING_LIMITS.commit.fromSender, group.groupId);
  const sentBy = (one: Person) => send(one, messageBody(one, group, 1, [bob.deviceKey]));
  expect(await sentBy(mallory)).toMatchObject({ code: 200, data: { missed: [bob.deviceKey] } });
  expect(await sentBy(alice)).toMatchObject({ code: 200, data: { missed: [] } });
});

test('one conversation cannot fill a queue, whoever sends in it, and others still get through', async () => {
  const [alice, bob, mallory] = [await person(), await person(), await person()];
  const { message, commit: room } = WAITING_LIMITS;
  const group = await startGroup(mallory);
  await fillQueue(bob, '0x1', message.ofGroup / 2, group.groupId);
  await fillQueue(bob, '0x2', message.ofGroup / 2 - 1, group.groupId);
  const next = () => send(mallory, messageBody(mallory, group, 1, [bob.deviceKey]));
  expect(await next()).toMatchObject({ data: { missed: [] } });
  expect(await next()).toMatchObject({ code: 200, data: { missed: [bob.deviceKey] } });
  expect(await commit(mallory, commitBody(mallory, group, 1, [bob.deviceKey]))).toMatchObject({
    data: { missed: [] },
  });
  await fillQueue(bob, '0x3', room.ofGroup - message.ofGroup - 1, group.groupId);
  const full = commitBody(mallory, group, 2, [bob.deviceKey], { welcome: welcomeTo(bob.deviceKey) });
  expect(await commit(mallory, full)).toMatchObject({ code: 200, data: { missed: [bob.deviceKey] } });
  for (const by of [alice, mallory]) {
    const other = await startGroup(by, [bob.deviceKey]);
    expect(await send(by, messageBody(by, other, 1, [bob.deviceKey]))).toMatchObject({
      data: { missed: [] },
    });
  }
});

test('a queue that is full of messages has room for commits and welcomes', async () => {
  const [alice, carol] = [await person(1), await person(3)];
  const group = await startGroup(alice);
  await fillQueue(carol, '0x1', WAITING_LIMITS.message.overall);
  const missed = { code: 200, data: { missed: [carol.deviceKey] } };
  expect(await send(alice, messageBody(alice, group, 1, [carol.deviceKey]))).toMatchObject(missed);
  const change = commitBody(alice, group, 1, [carol.deviceKey], { welcome: welcomeTo(carol.deviceKey) });
  expect(await commit(alice, change)).toMatchObject({ code: 200, data: { missed: [] } });
  await fillQueue(carol, '0x1', WAITING_LIMITS.commit.overall - WAITING_LIMITS.message.overall);
  expect(await commit(alice, commitBody(alice, group, 2, [carol.deviceKey]))).toMatchObject(missed);
});

test('an account stores so many bytes a day, and a call that was refused changes nothing', async () => {
  const [alice, bob] = [await person(7), await person(2)];
  const { address } = alice.account;
  const group = await startGroup(alice);
  const usage = (bytes: number) =>
    queryDatabase(backend, 'update message_usage set bytes = $2 where address = $1', [address, bytes]);
  const length = 60_000;
  const body = messageBody(alice, group, 1, [bob.deviceKey], large(group));
  await usage(DAILY_BYTES.message - length);
  const refused = await send(alice, body);
  expect(refused).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } });
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  // The same message can be sent once there is room.
  await usage(DAILY_BYTES.message - 2 * length);
  const before = (await inboxOf(bob)).items.length;
  expect(await send(alice, body)).toMatchObject({ code: 200, data: { missed: [] } });
  expect((await inboxOf(bob)).items).toHaveLength(Math.min(100, before + 1));
  // A device can be removed even then, up to the limit of commits, which doesn't end the epoch.
  await usage(DAILY_BYTES.message);
  const change = commitBody(alice, group, 1, []);
  await usage(DAILY_BYTES.commit);
  expect(await commit(alice, change)).toMatchObject({ code: 429 });
  await usage(DAILY_BYTES.message);
  expect(await commit(alice, change)).toMatchObject({ code: 200 });
  // Other accounts have their own.
  expect(await commit(bob, commitBody(bob, group, 2, []))).toMatchObject({ code: 200 });
});

test('a message goes to as many devices as a conversation has, and counts by their number', async () => {
  const alice = await person();
  const group = await startGroup(alice);
  const keys = Array.from({ length: MAX_LEAVES + 1 }, () => bytesToHex(randomBytes(32)));
  const sendTo = (to: readonly Hex[]) => send(alice, messageBody(alice, group, 1, to));
  expect(await sendTo(keys)).toMatchObject({ code: 400 });
  await admitAccount('message', alice.account.address, 99_990);
  expect(await sendTo(keys.slice(1))).toMatchObject({ code: 200 });
  expect(await sendTo(keys.slice(1))).toMatchObject({ code: 429 });
});

test('key packages count toward what their account stores per day', async () => {
  const alice = await person(9);
  const packages = () => [base64(randomBytes(20_000))];
  expect(await storePackages(alice, packages())).toMatchObject({ code: 200 });
  await queryDatabase(backend, 'update message_usage set bytes = $2 where address = $1', [
    alice.account.address,
    DAILY_BYTES.message - 30_000,
  ]);
  expect(await storePackages(alice, packages())).toMatchObject({ code: 200 });
  expect(await storePackages(alice, packages())).toMatchObject({ code: 429 });
});

/** What all accounts together may store per day, in bytes. */
const total = () => serverEnv().MESSAGE_DAILY_MIB * 1_024 ** 2;
/** Counts bytes of a client, by default images, which use nothing but the client's share. */
const admit = (
  peer: string,
  bytes: number,
  { kind = 'image', by = 0 }: { kind?: 'message' | 'image' | 'commit'; by?: number } = {},
) => admitBytes(clientAt(peer), { account: privateKeyToAddress(toHex(by + 1, { size: 32 })), kind, bytes });
const tooMany = { code: 429, data: { retryAfter: expect.any(Number) } };

test('a client stores only a part of what all accounts store per day', async () => {
  const share = total() / 16;
  await admit('192.0.2.1', share - 1);
  await expect(admit('192.0.2.1', 1_000)).rejects.toMatchObject(tooMany);
  await admit('192.0.2.2', 1_000);
  for (const subnet of [1, 2]) await admit(`2001:db8:1:${subnet}::1`, share);
  await expect(admit('2001:db8:1:3::1', 1_000)).rejects.toMatchObject(tooMany);
});

test('a few accounts behind a shared address can’t stop others from writing or removing devices', async () => {
  const peer = '192.0.2.4';
  const most = 256 * 1_024;
  // The victim has stored a lot as well.
  for (const by of [0, 1, 2])
    for (const kind of ['message', 'image'] as const) await admit(peer, total() / 96, { kind, by });
  for (const by of [0, 1])
    for (const kind of ['message', 'commit'] as const) {
      await admit(peer, most, { kind, by });
      const refused: ApiError = await admit(peer, 1_000, { kind, by }).catch((error) => error);
      expect(refused).toMatchObject(tooMany);
      expect(refused.data?.retryAfter).toBeLessThanOrEqual(3_600);
    }
  await expect(admit(peer, 1_000, { by: 2 })).rejects.toMatchObject(tooMany);
  await admit(peer, most, { kind: 'message', by: 2 });
  await admit(peer, most, { kind: 'commit', by: 2 });
});

test('new accounts behind one address together store at most half of its share more', async () => {
  const peer = '192.0.2.6';
  await admit(peer, total() / 16);
  const most = 256 * 1_024;
  const accounts = total() / 32 / most;
  for (let by = 10; by < 10 + accounts; by += 1) await admit(peer, most, { kind: 'message', by });
  await expect(admit(peer, 1_000, { kind: 'message', by: 3 })).rejects.toMatchObject(tooMany);
  // Messages don't use up what commits may store.
  await admit(peer, most, { kind: 'commit', by: 3 });
});

const large = ({ groupId }: { groupId: string }) => ({
  content: base64(frame('application', { groupId, epoch: 1, length: 60_000 })),
});

test('a refused call and a retry use up nothing of what their client may store', async () => {
  const [alice, bob] = [await person(1), await person(2)];
  const group = await startGroup(alice);
  const peer = '192.0.2.3';
  // Each message counts as almost 61,000 bytes: one fits in the client's share, and four in the account's hourly
  // amount.
  await admit(peer, total() / 16 - 100_000);
  const body = messageBody(alice, group, 1, [bob.deviceKey], large(group));
  const sendBy = ({ token }: Person) => callRoute(sendRoute, { token, json: true, body, peer });
  for (let call = 0; call < 2; call += 1) expect(await sendBy(bob)).toMatchObject({ code: 403 });
  for (let call = 0; call < 8; call += 1) expect(await sendBy(alice)).toMatchObject({ code: 200 });
  const sendAnother = () =>
    callRoute(sendRoute, {
      token: alice.token,
      json: true,
      body: messageBody(alice, group, 1, [bob.deviceKey], large(group)),
      peer,
    });
  for (let sent = 0; sent < 4; sent += 1) expect(await sendAnother()).toMatchObject({ code: 200 });
  expect(await sendAnother()).toMatchObject({ code: 429 });
});

test('calls are refused with 503 while the database is down, and succeed when they are sent again', async () => {
  const [alice, bob] = [await person(1), await person(8)];
  const group = await startGroup(alice);
  const message = messageBody(alice, group, 1, [bob.deviceKey]);
  const change = commitBody(alice, group, 1, [bob.deviceKey]);
  const user = await postgresUser([backend.dir]);
  const data = `${backend.dir}/postgres`;
  const port = Number(new URL(backend.databaseUrl).port);
  await stopServer(user, data, { force: false });
  const down = { status: 503, code: 503, data: null };
  expect(await send(alice, message)).toMatchObject(down);
  expect(await commit(alice, change)).toMatchObject(down);
  await startServer(user, { data, log: `${backend.dir}/postgres.log` }, port);
  await until(async () => (await send(alice, message)).code === 200, 'the message after the restart');
  expect(await commit(alice, change)).toMatchObject({ code: 200, data: { missed: [] } });
  expect((await inboxOf(bob)).items.map(({ kind }) => kind)).toEqual(['message', 'commit']);
});

/** Stores bytes until not even 16 more are admitted. */
async function fill(kind: 'image' | 'commit') {
  for (const bytes of [total() / 64, total() / 4_096, 16_384, 1_024, 16]) {
    const isAdmitted = () => admit('127.0.0.1', bytes, { kind }).then(() => true);
    while (await isAdmitted().catch((error: { code: number }) => error.code !== 503));
  }
}

test('all accounts together store so many bytes a day, clients share the second half, and commits have a reserve', async () => {
  const alice = await person(1);
  const group = await startGroup(alice);
  await admit('127.0.0.1', total() / 4);
  await admit('192.0.2.5', total() / 256);
  await expect(admit('192.0.2.5', 1_000)).rejects.toMatchObject({ code: 429 });
  await fill('image');
  const body = messageBody(alice, group, 1, [alice.deviceKey]);
  expect(await send(alice, body)).toMatchObject({ code: 503 });
  expect(await storePackages(alice, [base64(new Uint8Array(100))])).toMatchObject({ code: 503 });
  expect(await commit(alice, commitBody(alice, group, 1, []))).toMatchObject({ code: 200 });
  // New conversations have no reserve.
  expect(await commit(alice, commitBody(alice, newGroup(), 0, []))).toMatchObject({ code: 503 });
  // A device can still ask how many packages it has.
  expect(await storePackages(alice, [])).toMatchObject({ code: 200 });
  await fill('commit');
  expect(await commit(alice, commitBody(alice, group, 2, []))).toMatchObject({ code: 503 });
});
