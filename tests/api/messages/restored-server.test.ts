import { claimPackages, person } from '../../support/api-messages';
import { roomOf } from '../../support/conversations';
import { joinHostileGroup, startHostileGroup } from '../../support/hostile-sender';
import { newKeyPackage } from '../../support/messaging';
import {
  accept,
  conversationOf,
  messagesOf,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
} from '../../support/messenger';
import { queryDatabase } from '../../support/plain-chains';
import { commitIn, leavesOf } from '../../support/room-forks';

// The server's database was restored from an earlier backup.

const { user, pair, getBackend } = messengerSuite();
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  queryDatabase<Row>(getBackend(), sql, values);

test('HUB-2 two accounts start over if the server lost the group of their conversation', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  for (const { key } of await stored(alice, (store) => store.readAll('groups')))
    for (const table of ['message_groups', 'message_commits'])
      await query(`delete from ${table} where group_id = $1`, [key]);
  await say(alice, ofAlice, 'again');
  await settle(alice, bob);
  await say(bob, ofBob, 'and back');
  await settle(bob, alice);
  expect((await textsOf(bob, ofBob)).slice(-2)).toEqual(['again', 'and back']);
  expect((await textsOf(alice, ofAlice)).slice(-2)).toEqual(['again', 'and back']);
});

test('HUB-2 an invite link can be used if the server lost the group of the conversation with the inviter', async () => {
  const { alice, bob } = await pair();
  for (const { key } of await stored(alice, (store) => store.readAll('groups')))
    for (const table of ['message_groups', 'message_commits'])
      await query(`delete from ${table} where group_id = $1`, [key]);
  const carol = await user();
  const code = await alice.messenger.inviteCode(
    await alice.messenger.createRoom('Room', [carol.account.address]),
  );
  await bob.messenger.joinByInvite(code);
  await settle(alice, bob);
  expect(conversationOf(bob, 'room')).toMatchObject({ isRequest: false, ownRole: 'member' });
});

test('HUB-2 a device that the server lost registers again', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const { deviceKey } = bob.messenger.getSnapshot();
  for (const table of ['message_queue', 'message_key_packages', 'message_devices'])
    await query(`delete from ${table} where device_key = $1`, [deviceKey]);
  await query('delete from message_log where address = $1', [bob.account.address]);
  await settle(bob, bob, alice);
  const { identity } = conversationOf(bob, alice.account.address);
  // Every device of a conversation checks that a log continues the one that it read before.
  expect([...identity, ...conversationOf(alice, bob.account.address).identity]).not.toContainEqual(
    expect.objectContaining({ kind: 'fork' }),
  );
  for (const [one, id] of [
    [bob, ofBob],
    [alice, ofAlice],
  ] as const)
    for (const { account } of [alice, bob]) await one.messenger.acceptIdentity(account.address, id);
  await say(bob, ofBob, 'from Bob');
  await settle(bob, alice);
  expect((await messagesOf(bob, ofBob)).at(-1)?.state).toEqual({ kind: 'sent' });
  expect((await textsOf(alice, ofAlice)).at(-1)).toBe('from Bob');
});

test('HUB-3 an admin who was removed after the backup adds nobody without a request', async () => {
  const [alice, mallory] = [await person(), await person()];
  const bob = await user();
  await settle(bob);
  const own = await newKeyPackage(mallory.device);
  const group = await startHostileGroup(alice, {
    add: [...(await claimPackages(alice, bob.account.address)), own.publicPackage],
    roles: roomOf(alice.account, [mallory.account]),
  });
  const ofMallory = await joinHostileGroup(group, own);
  await settle(bob);
  await accept(bob, conversationOf(bob, 'room').id);
  const { groupId } = group;
  const [backup] = await query<{ access_hash: Buffer }>(
    'select access_hash from message_groups where group_id = $1',
    [groupId],
  );
  await commitIn(alice, group, { remove: leavesOf(group, mallory.account.address) });
  await settle(bob);
  await query('update message_groups set epoch = 1, access_hash = $2 where group_id = $1', [
    groupId,
    backup?.access_hash,
  ]);
  await query('delete from message_commits where group_id = $1 and epoch >= 1', [groupId]);
  await commitIn(mallory, ofMallory, { remove: leavesOf(ofMallory, bob.account.address) });
  await commitIn(mallory, ofMallory, { add: await claimPackages(mallory, bob.account.address) });
  await settle(bob);
  expect(conversationOf(bob, 'room').isRequest).toBe(true);
});

test('HUB-2 an item with the ID of one that the device has processed before the backup is not skipped', async () => {
  const { alice, bob, ofAlice, ofBob } = await pair();
  const lastProcessed = async () =>
    Math.max(...(await stored(bob, (store) => store.keys('processed'))).map(Number));
  // The acknowledgment gets lost, as in a crash.
  for (const isLost of [true, false]) {
    bob.network.losesAnswer = (path) => isLost && path === '/messages/acknowledge';
    await say(alice, ofAlice, `before ${isLost}`);
    await settle(alice, bob);
    const id = await lastProcessed();
    await query("select setval('message_queue_id_seq', $1, false)", [id]);
    bob.network.losesAnswer = () => false;
    await say(alice, ofAlice, `after ${isLost}`);
    await settle(alice, bob);
    expect(await lastProcessed()).toBe(id);
    expect((await textsOf(bob, ofBob)).slice(-2)).toEqual([`before ${isLost}`, `after ${isLost}`]);
  }
});
