import {
  accept,
  addPendingItems,
  conversationOf,
  type MessagePath,
  messengerSuite,
  say,
  settle,
  stored,
  textsOf,
  type User,
} from '../../support/messenger';

const { user } = messengerSuite();

/** A room of Alice that Bob has accepted, with its ID for each of them. */
async function acceptedRoom() {
  const [alice, bob] = [await user(), await user()];
  const id = await alice.messenger.createRoom('Island', [bob.account.address]);
  await settle(alice, bob);
  const ofBob = conversationOf(bob, 'room').id;
  await accept(bob, ofBob);
  await settle(bob, alice);
  return { alice, bob, id, ofBob };
}

test('members join a room, talk, get roles, and leave it', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const id = await alice.messenger.createRoom('Island', [bob.account.address]);
  await settle(alice, bob);
  const ofBob = conversationOf(bob, 'room');
  expect(ofBob).toMatchObject({ name: 'Island', isRequest: true, ownRole: 'member' });
  await accept(bob, ofBob.id);
  await say(bob, ofBob.id, 'before Carol');
  await settle(bob, alice);
  await expect(bob.messenger.addMembers(ofBob.id, [carol.account.address])).rejects.toMatchObject({
    reason: 'notAllowed',
  });
  await alice.messenger.addMembers(id, [carol.account.address]);
  await say(alice, id, 'welcome');
  await settle(alice, bob, carol);
  const ofCarol = conversationOf(carol, 'room');
  expect(ofCarol.name).toBe('Island');
  expect(await textsOf(carol, ofCarol.id)).toEqual(['welcome']);
  expect(await textsOf(bob, ofBob.id)).toEqual(['before Carol', 'welcome']);

  await alice.messenger.setRole(id, bob.account.address, 'admin');
  await settle(alice, bob, carol);
  expect(
    conversationOf(carol, 'room').participants.find(({ account }) => account === bob.account.address),
  ).toMatchObject({
    role: 'admin',
  });
  await carol.messenger.leave(ofCarol.id);
  await settle(carol, alice, bob);
  await say(alice, id, 'without Carol');
  await settle(alice, bob, carol);
  expect(await textsOf(carol, ofCarol.id)).toEqual(['welcome']);
  expect(conversationOf(alice, 'room').participants).toHaveLength(2);
  await bob.messenger.rename(ofBob.id, 'Palms');
  await settle(bob, alice);
  expect(conversationOf(alice, 'room').name).toBe('Palms');
  // An owner who leaves hands the room over.
  await alice.messenger.leave(id);
  await settle(alice, bob);
  await bob.messenger.sync();
  expect(conversationOf(bob, 'room')).toMatchObject({ ownRole: 'owner' });
  expect(conversationOf(bob, 'room').participants).toHaveLength(1);
});

test.each(['createRoom', 'addMembers'] as const)(
  'if the answer to %s is lost, those who were added still learn the name of the room',
  async (action) => {
    const [alice, bob] = [await user(), await user()];
    const lose = () => {
      alice.network.losesAnswer = (path) => path === '/messages/commit';
    };
    if (action === 'createRoom') {
      lose();
      await expect(alice.messenger.createRoom('Island', [bob.account.address])).rejects.toMatchObject({
        reason: 'offline',
      });
    } else {
      const id = await alice.messenger.createRoom('Island', []);
      lose();
      await expect(alice.messenger.addMembers(id, [bob.account.address])).rejects.toMatchObject({
        reason: 'offline',
      });
    }
    alice.network.losesAnswer = () => false;
    await alice.restart();
    await settle(alice, bob);
    expect(conversationOf(bob, 'room')).toMatchObject({ name: 'Island', participants: [{}, {}] });
  },
);

test.each([false, true])(
  'HUB-2 messages that arrived before an own commit are kept (its answer is lost: %s)',
  async (isLost) => {
    const { alice, bob, id, ofBob } = await acceptedRoom();
    const carol = await user();
    await say(bob, ofBob, 'before Carol');
    await bob.messenger.sync();
    alice.network.losesAnswer = (path) => isLost && path === '/messages/commit';
    const adding = alice.messenger.addMembers(id, [carol.account.address]);
    if (isLost) await expect(adding).rejects.toMatchObject({ reason: 'offline' });
    else await adding;
    alice.network.losesAnswer = () => false;
    await settle(alice, carol);
    expect(await textsOf(alice, id)).toEqual(['before Carol']);
    expect(conversationOf(carol, 'room').participants).toHaveLength(3);
  },
);

test.each([false, true])(
  'HUB-2 everything that arrived after this device’s own commit whose response was lost is kept (restarted: %s)',
  async (isRestarted) => {
    const { alice, bob, id, ofBob } = await acceptedRoom();
    const carol = await user();
    const [group] = await stored(alice, (store) => store.readAll('groups'));
    if (!group) throw new Error('there is no group');
    const losing: MessagePath = isRestarted ? '/messages/inbox' : '/messages/commit';
    alice.network.losesAnswer = (path) => path === losing;
    const adding = alice.messenger.addMembers(id, [carol.account.address]);
    await expect(adding).rejects.toMatchObject({ reason: 'offline' });
    await bob.messenger.sync();
    await say(bob, ofBob, 'after Carol');
    await settle(bob, carol);
    await addPendingItems(alice, 500, { kind: 'message', groupId: group.key });
    alice.network.losesAnswer = () => false;
    if (isRestarted) await alice.restart();
    await settle(alice);
    expect(await textsOf(alice, id)).toEqual(['after Carol']);
    expect(conversationOf(carol, 'room').participants).toHaveLength(3);
  },
);

test('HUB-2 a device that was removed after its own commit still sends in its other conversations', async () => {
  const [alice, bob, carol] = [await user(), await user(), await user()];
  const id = await bob.messenger.createRoom('Island', [alice.account.address]);
  await bob.messenger.setRole(id, alice.account.address, 'admin');
  await settle(bob, alice);
  const ofAlice = conversationOf(alice, 'room').id;
  await accept(alice, ofAlice);
  await settle(alice, bob);
  const withCarol = await alice.messenger.openDirect(carol.account.address);
  alice.network.losesAnswer = (path) => path === '/messages/commit';
  const adding = alice.messenger.addMembers(ofAlice, [carol.account.address]);
  await expect(adding).rejects.toMatchObject({ reason: 'offline' });
  alice.network.losesAnswer = () => false;
  alice.network.isOffline = true;
  await say(alice, withCarol, 'still there');
  await settle(alice);
  await bob.messenger.sync();
  await bob.messenger.removeMember(id, alice.account.address);
  alice.network.isOffline = false;
  await alice.messenger.sync();
  await carol.messenger.sync();
  expect(await textsOf(carol, conversationOf(carol, alice.account.address).id)).toEqual(['still there']);
  expect(conversationOf(alice, 'room').participants).toEqual([]);
});

test('HUB-3 a room that was left stays a request however often the account is added again', async () => {
  const { alice, bob, id, ofBob } = await acceptedRoom();
  await bob.messenger.leave(ofBob);
  await settle(bob, alice);
  for (let round = 0; round < 2; round += 1) {
    await alice.messenger.addMembers(id, [bob.account.address]);
    await settle(alice, bob);
    expect(conversationOf(bob, 'room')).toMatchObject({ id: ofBob, isRequest: true });
    if (round === 0) await alice.messenger.removeMember(id, bob.account.address);
    await settle(alice, bob);
  }
  await accept(bob, ofBob);
  await alice.messenger.removeMember(id, bob.account.address);
  await settle(alice, bob);
  await alice.messenger.addMembers(id, [bob.account.address]);
  await settle(alice, bob);
  expect(conversationOf(bob, 'room').isRequest).toBe(false);
});

test('HUB-3 a room that was left is a request on each browser of the account, even if another one of them adds it', async () => {
  const [alice, bob] = [await user(), await user()];
  const tablet = await user({ account: bob.account });
  await settle(bob, tablet);
  const id = await alice.messenger.createRoom('Island', [bob.account.address]);
  await settle(alice, bob, tablet);
  for (const one of [bob, tablet]) await accept(one, conversationOf(one, 'room').id);
  await settle(alice, bob, tablet);
  const isRequest = (one: User) => conversationOf(one, 'room').isRequest;
  const participants = (one: User) => conversationOf(one, 'room').participants.length;
  await bob.messenger.leave(conversationOf(bob, 'room').id);
  await settle(bob, tablet, alice, tablet);
  expect([bob, tablet].map(participants)).toEqual([0, 0]);
  // Alice adds one device only, and this one adds the other.
  const { deviceKey } = tablet.messenger.getSnapshot();
  alice.network.tamper = (path, answer) => {
    if (path !== '/messages/keyPackages/claim') return answer;
    const { packages } = answer as { packages: { deviceKey: string }[] };
    return { packages: packages.filter((one) => one.deviceKey === deviceKey) } as typeof answer;
  };
  await alice.messenger.addMembers(id, [bob.account.address]);
  await settle(alice, tablet, bob);
  expect([tablet, bob].map(participants)).toEqual([2, 0]);
  expect(isRequest(tablet)).toBe(true);
  await accept(tablet, conversationOf(tablet, 'room').id);
  await settle(tablet, bob);
  expect([tablet, bob].map(participants)).toEqual([2, 2]);
  expect([tablet, bob].map(isRequest)).toEqual([false, true]);
});
