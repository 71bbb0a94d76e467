import { bytesToHex } from 'viem';
import { z } from 'zod';
import { POST as bind } from '@/app/api/messages/device/route';
import { GET as inboxRoute } from '@/app/api/messages/inbox/route';
import { POST as claim } from '@/app/api/messages/keyPackages/claim/route';
import { GET as logRoute } from '@/app/api/messages/log/route';
import { GET as streamRoute } from '@/app/api/messages/stream/route';
import { claimedPackages, deviceLog, logHead } from '@/lib/api/schemas/messages';
import { type ApiCall, messagesApi } from '@/lib/messages/core/api';
import {
  changeConversation,
  deliveryAccess,
  encrypt,
  membersOf,
  startConversation,
} from '@/lib/messages/mls/group';
import { joinConversation } from '@/lib/messages/mls/join-group';
import { openKeyPackage } from '@/lib/messages/mls/key-package';
import { receive } from '@/lib/messages/mls/receive';
import { activeDevices, headsOf } from '@/lib/messages/protocol/binding-log';
import { bindingMessage } from '@/lib/messages/protocol/device-binding';
import { cleanUp } from '@/lib/server/db/clean-up';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import {
  acknowledge,
  commit,
  encodedPackage,
  inboxOf,
  offerPackages,
  type Person,
  person,
  revocationBody,
  revoke,
  send,
  startGroup,
  storePackages,
  unknownDevice,
} from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { asMessage } from '../../support/conversations';
import {
  base64,
  commitBody,
  DEVICE_SITE,
  frame,
  messageBody,
  newGroup,
  randomBytes,
} from '../../support/message-frames';
import { bytes, keyOf, newDevice, newKeyPackage, textOf, trustFor } from '../../support/messaging';
import { queryDatabase } from '../../support/plain-chains';

const site = DEVICE_SITE;
const CHAIN = 31337;
const trust = trustFor(site);

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const bound = ({ token, device, deviceKey }: Person, binding = device.binding) =>
  callRoute(bind, { token, json: true, body: { deviceKey, binding } });
const logOf = async ({ token, account }: Person) =>
  deviceLog.parse((await callRoute(logRoute, { token, query: { address: account.address } })).data).entries;
const claimed = async ({ token }: Person, of: Person) =>
  claimedPackages.parse(
    (await callRoute(claim, { token, json: true, body: { address: of.account.address } })).data,
  ).packages;

test('a device is bound once, by its account only, and everybody can read the log', async () => {
  const alice = await person(1);
  const first = await logOf(alice);
  const again = logHead.parse((await bound(alice)).data);
  expect(again).toEqual(headsOf(first).at(-1));
  expect(await logOf(alice)).toEqual(first);
  expect(activeDevices(first)).toContain(alice.deviceKey);

  const mallory = await person(2);
  expect(await bound({ ...mallory, deviceKey: alice.deviceKey })).toMatchObject({ code: 409 });
  expect(await bound({ ...mallory, deviceKey: unknownDevice() })).toMatchObject({ code: 400 });
  expect(await bound(mallory, alice.device.binding)).toMatchObject({ code: 400 });
  for (const change of [{ site: 'evil.example' }, { expires: 1 }, { chainId: 1 }]) {
    const device = await newDevice(mallory.account, { site, chainId: CHAIN, ...change });
    const isOtherChain = 'chainId' in change;
    // A key's signature is valid on every chain.
    expect(await bound({ ...mallory, device, deviceKey: keyOf(device) })).toMatchObject({
      code: isOtherChain ? 200 : 400,
    });
  }
  // Whoever bound a device first keeps it, although anybody can sign a binding for its public key.
  const { signature: _, ...terms } = { ...alice.device.binding, account: mallory.account.address };
  const signature = await mallory.account.signTypedData(bindingMessage(terms, alice.deviceKey));
  const taken = { ...mallory, deviceKey: alice.deviceKey };
  expect(await bound(taken, { ...terms, signature })).toMatchObject({ code: 409 });
  expect(await logOf(mallory)).toHaveLength(2);
});

test('each key package is given once, and the last resort when no other is left', async () => {
  const [alice, bob] = [await person(1), await person(2)];
  const packages = await Promise.all(Array.from({ length: 5 }, () => newKeyPackage(bob.device)));
  const lastResort = await newKeyPackage(bob.device);
  expect(await offerPackages(bob, packages, lastResort)).toMatchObject({ code: 200, data: { count: 5 } });
  expect(await offerPackages({ ...bob, token: alice.token }, packages)).toMatchObject({ code: 403 });
  const given = (await Promise.all(Array.from({ length: 8 }, () => claimed(alice, bob))))
    .flat()
    .filter(({ deviceKey }) => deviceKey === bob.deviceKey)
    .map(({ content }) => content);
  const last = encodedPackage(lastResort);
  expect(given.filter((content) => content === last)).toHaveLength(3);
  expect(given.filter((content) => content !== last).toSorted()).toEqual(
    packages.map(encodedPackage).toSorted(),
  );
  // More than a device may store are left out.
  const many = () => Array.from({ length: 40 }, () => base64(randomBytes(64)));
  await storePackages(bob, many());
  expect(await storePackages(bob, many())).toMatchObject({ code: 200, data: { count: 50 } });
});

test('a repeated call stores no key package twice', async () => {
  const [alice, bob] = [await person(), await person()];
  const packages = [await newKeyPackage(bob.device), await newKeyPackage(bob.device)];
  for (let times = 0; times < 2; times += 1)
    expect(await offerPackages(bob, [...packages, ...packages])).toMatchObject({ data: { count: 2 } });
  const given = [await claimed(alice, bob), await claimed(alice, bob), await claimed(alice, bob)].flat();
  expect(given.map(({ content }) => content)).toEqual(packages.map(encodedPackage));
});

test('of concurrent commits of an epoch, one is accepted, and only its commit is delivered', async () => {
  const [alice, bob] = [await person(1), await person(2)];
  const group = newGroup();
  const attempt = (epoch: number) => commit(alice, commitBody(alice, group, epoch, [bob.deviceKey]));
  for (const epoch of [0, 1]) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(epoch)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const refused = answers.find(({ code }) => code === 409);
    expect(refused).toMatchObject({ data: { reason: 'stale_epoch' } });
  }
  const { items } = await inboxOf(bob);
  expect(items).toMatchObject([
    { kind: 'commit', groupId: group.groupId },
    { kind: 'commit', groupId: group.groupId },
  ]);
});

test('two accounts talk by the real protocol, and the database has nothing that can be read', async () => {
  const [alice, bob] = [await person(3), await person(4)];
  const canary = 'the treasure is under the third palm';
  const own = await newKeyPackage(bob.device);
  await offerPackages(bob, [own]);
  const group = newGroup();
  const { groupId } = group;
  const started = await startConversation(await newKeyPackage(alice.device), {
    groupId: Buffer.from(groupId, 'hex'),
    roles: { kind: 'direct', accounts: [alice.account.address, bob.account.address] },
    trust,
  });
  const [found] = (await claimed(alice, bob)).filter(({ deviceKey }) => deviceKey === bob.deviceKey);
  const keyPackage = await openKeyPackage(
    new Uint8Array(Buffer.from(found?.content ?? '', 'base64')),
    bob.account.address,
    trust,
  );
  if (!keyPackage) throw new Error('no key package');
  const pending = await changeConversation(alice.device, started, { add: [keyPackage] });
  const accepted = await commit(
    alice,
    commitBody(alice, group, 0, [], {
      content: base64(pending.commit),
      nextAccessHash: pending.nextAccessHash,
      welcome: { content: base64(pending.welcome ?? new Uint8Array()), to: [bob.deviceKey] },
    }),
  );
  expect(accepted).toMatchObject({ code: 200, data: { missed: [] } });
  const sent = await encrypt(pending.conversation, bytes(canary));
  const message = messageBody(alice, group, 1, [bob.deviceKey], {
    content: base64(sent.message),
    access: await deliveryAccess(pending.conversation),
  });
  expect(await send(alice, message)).toMatchObject({ code: 200, data: { missed: [] } });

  const waiting = (await inboxOf(bob)).items.filter((item) => item.groupId === groupId);
  expect(waiting.map(({ kind }) => kind)).toEqual(['welcome', 'message']);
  const contents = waiting.map(({ content }) => new Uint8Array(Buffer.from(content, 'base64')));
  const joined = await joinConversation(contents[0] ?? new Uint8Array(), {
    groupId: Buffer.from(groupId, 'hex'),
    packages: [own],
    trust,
  });
  if (joined.kind === 'refused') throw new Error('the welcome was refused');
  expect(joined.by.account).toBe(alice.account.address);
  expect(membersOf(joined.conversation).map(({ account }) => account)).toEqual([
    alice.account.address,
    bob.account.address,
  ]);
  const received = await receive(joined.conversation, asMessage(contents[1] ?? new Uint8Array()));
  expect(received.kind === 'message' ? textOf(received.content) : received).toBe(canary);
  // The new member has the same access value.
  const answer = await encrypt(joined.conversation, bytes('an answer'));
  const access = await deliveryAccess(joined.conversation);
  const fromBob = { content: base64(answer.message), access };
  expect(await send(bob, messageBody(bob, group, 1, [alice.deviceKey], fromBob))).toMatchObject({
    code: 200,
  });

  const tables = await queryDatabase<{ name: string }>(
    backend,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of tables) {
    const found = await queryDatabase(
      backend,
      `select 1 from "${name}" t where t::text like $1 or t::text like $2`,
      [`%${canary}%`, `%${Buffer.from(canary).toString('hex')}%`],
    );
    expect([name, found]).toEqual([name, []]);
  }

  const ids = waiting.map(({ id }) => id);
  // Only the owner of a device empties its queue.
  expect(await acknowledge({ ...bob, token: alice.token }, ids)).toMatchObject({ code: 403 });
  expect(await acknowledge(bob, ids)).toMatchObject({ code: 200 });
  expect((await inboxOf(bob)).items.filter((item) => ids.includes(item.id))).toEqual([]);
});

test('a revoked device receives nothing more, does nothing more, and stays revoked', async () => {
  const [alice, bob] = [await person(5), await person(6)];
  const group = await startGroup(alice, [bob.deviceKey]);
  await offerPackages(bob, [await newKeyPackage(bob.device)]);
  const forged = await revocationBody(bob, { signedBy: alice.account });
  expect(await revoke(bob, forged)).toMatchObject({ code: 400 });
  const genuine = await revocationBody(bob);
  expect(await revoke(alice, genuine)).toMatchObject({ code: 404 });
  const head = (await revoke(bob, genuine)).data;
  expect((await revoke(bob, genuine)).data).toEqual(head);
  expect(logHead.parse(head)).toEqual(headsOf(await logOf(bob)).at(-1));
  expect(activeDevices(await logOf(bob))).not.toContain(bob.deviceKey);

  expect(await send(alice, messageBody(alice, group, 1, [bob.deviceKey]))).toMatchObject({
    code: 200,
    data: { missed: [bob.deviceKey] },
  });
  expect(await claimed(alice, bob)).toEqual([]);
  // Its owner is told why, and others aren't told anything.
  const revoked = { code: 403, data: { reason: 'device_revoked' } };
  const query = { deviceKey: bob.deviceKey };
  for (const read of [inboxRoute, streamRoute])
    expect(await callRoute(read, { token: bob.token, query })).toMatchObject(revoked);
  expect(await send(bob, messageBody(bob, group, 1, [alice.deviceKey]))).toMatchObject(revoked);
  expect(await commit(bob, commitBody(bob, group, 1, [alice.deviceKey]))).toMatchObject(revoked);
  expect(await acknowledge(bob, [1])).toMatchObject(revoked);
  expect(await offerPackages(bob, [await newKeyPackage(bob.device)])).toMatchObject(revoked);
  expect(await callRoute(inboxRoute, { token: alice.token, query })).toMatchObject({
    code: 403,
    data: { reason: 'not_your_device' },
  });
  expect(await bound(bob)).toMatchObject({ code: 409 });
  expect(await logOf(alice)).not.toEqual([]);
});

test('HUB-1 a device is checked before anything that its call carries', async () => {
  const [alice, bob] = [await person(5), await person(6)];
  const group = newGroup();
  const damaged = { deviceKey: bob.deviceKey, content: base64(randomBytes(64)) };
  const notOwn = { code: 403, data: { reason: 'not_your_device' } };
  expect(await send(alice, messageBody(alice, group, 1, [bob.deviceKey], damaged))).toMatchObject(notOwn);
  const welcome = { content: damaged.content, to: [bob.deviceKey] };
  for (const change of [damaged, { deviceKey: bob.deviceKey, welcome }])
    expect(await commit(alice, commitBody(alice, group, 1, [bob.deviceKey], change))).toMatchObject(notOwn);
  const ownFrame = { ...damaged, deviceKey: alice.deviceKey };
  expect(await commit(alice, commitBody(alice, group, 1, [bob.deviceKey], ownFrame))).toMatchObject({
    code: 400,
    data: { reason: 'frame' },
  });
});

test('what nobody fetches is deleted after the retention time, and expired key packages, too', async () => {
  const [alice, bob] = [await person(7), await person(8)];
  await startGroup(alice, [bob.deviceKey]);
  await offerPackages(bob, [await newKeyPackage(bob.device)]);
  expect((await inboxOf(bob)).items).toHaveLength(1);
  /** Cleans up as if days had passed, which also ends the sessions. */
  const after = async (days: number) => {
    await cleanUp(new Date(Date.now() + days * 86_400_000));
    return { ...bob, token: await tokenOf(bob.account) };
  };
  const later = await after(29);
  expect((await inboxOf(later)).items).toHaveLength(1);
  expect(await claimed(later, bob)).toEqual([]);
  expect((await inboxOf(await after(31))).items).toEqual([]);
  expect(await queryDatabase(backend, 'select from message_contents')).toEqual([]);
});

test('input of the wrong form is named, and a body that is too large is refused', async () => {
  const alice = await person(1);
  const good = messageBody(alice, newGroup(), 1, [alice.deviceKey]);
  const answers = z.object({ issues: z.array(z.object({ path: z.string() })) });
  for (const [name, value] of Object.entries({
    deviceKey: bytesToHex(new Uint8Array(31)),
    groupId: 'group',
    epoch: -1,
    access: '0x12',
    messageId: 'first',
    content: 'not base64!',
    to: [],
  })) {
    const answer = await send(alice, { ...good, [name]: value });
    expect(answer).toMatchObject({ code: 400 });
    expect(answers.parse(answer.data).issues.map(({ path }) => path)).toEqual([name]);
  }
  const large = base64(new Uint8Array(64 * 1_024 + 3));
  expect(await send(alice, { ...good, content: large })).toMatchObject({
    code: 400,
  });
  const huge = base64(new Uint8Array(300 * 1_024));
  expect(await send(alice, { ...good, content: huge })).toMatchObject({
    code: 413,
  });
});

test('HUB-1 an answer of the inbox has a limited length, and the rest follows', async () => {
  const [alice, bob] = [await person(1), await person(2)];
  const group = await startGroup(alice);
  const ids: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const content = base64(frame('application', { groupId: group.groupId, epoch: 1, length: 60_000 }));
    await send(alice, messageBody(alice, group, 1, [bob.deviceKey], { content }));
  }
  for (let isComplete = false; !isComplete; ) {
    const answer = await inboxOf(bob);
    const bytes = answer.items.reduce((sum, { content }) => sum + Buffer.from(content, 'base64').length, 0);
    expect(bytes).toBeLessThanOrEqual(512 * 1_024);
    expect(answer.items.length).toBeGreaterThan(0);
    const received = answer.items.map(({ id }) => id);
    ids.push(...received);
    isComplete = answer.isComplete;
    await acknowledge(bob, received);
  }
  expect(ids).toHaveLength(20);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
});

test('HUB-1 a long log is read in parts, and the client joins them', async () => {
  const alice = await person(1);
  const [entry] = await logOf(alice);
  const { length } = await logOf(alice);
  const { address } = alice.account;
  // Entries are only added by devices, of which an account has ten at a time, so a long log is written by hand.
  await queryDatabase(
    backend,
    `insert into message_log (address, length, entry, hash)
      select $1, n, $2::jsonb, n::text from generate_series($3::int, 45) n`,
    [address, JSON.stringify(entry), length + 1],
  );
  const answers: number[] = [];
  const api = messagesApi(async <T>(path: string, { params = {} }: Parameters<ApiCall>[1] = {}) => {
    if (path !== '/messages/log') throw new Error(`no such call: ${path}`);
    const { data } = await callRoute(logRoute, { token: alice.token, query: params });
    answers.push(deviceLog.parse(data).entries.length);
    return data as T;
  });
  expect(await api.readLog(address)).toHaveLength(45);
  expect(answers).toEqual([20, 20, 5]);
  await queryDatabase(backend, 'delete from message_log where address = $1 and length > $2', [
    address,
    length,
  ]);
});
