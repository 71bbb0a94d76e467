import {
  accept,
  conversationOf,
  messengerSuite,
  say,
  settle,
  textsOf,
  type User,
} from '../../support/messenger';

const { user } = messengerSuite();

/** Returns the names that a person sees, of the given others. */
const namesSeen = ({ messenger }: User, ...others: User[]) =>
  others.map(({ account }) => messenger.getSnapshot().chosenNames.get(account.address.toLowerCase()) ?? null);
const share = async (one: User, sharedName: string) => {
  await one.messenger.setSettings({ sharedName });
  await settle(one);
};

test('HUB-8 a stranger sees who writes, and the writer sees a name only once the request is accepted', async () => {
  const [alice, bob] = [await user(), await user()];
  await share(alice, 'Alice');
  await share(bob, 'Bob');
  const id = await alice.messenger.openDirect(bob.account.address);
  expect(namesSeen(bob, alice)).toEqual([null]);
  await say(alice, id, 'hello');
  await settle(alice, bob);
  const request = conversationOf(bob, alice.account.address);
  expect(request.isRequest).toBe(true);
  expect(namesSeen(bob, alice)).toEqual(['Alice']);
  await bob.messenger.sync();
  await settle(bob, alice);
  expect(namesSeen(alice, bob)).toEqual([null]);
  await accept(bob, request.id);
  await settle(bob, alice);
  expect(namesSeen(alice, bob)).toEqual(['Bob']);
  expect(await textsOf(alice, id)).toEqual(['hello']);

  await share(alice, 'Alice of the harbor');
  await settle(bob);
  expect(namesSeen(bob, alice)).toEqual(['Alice of the harbor']);
  await share(alice, '');
  await settle(bob);
  expect(namesSeen(bob, alice)).toEqual([null]);
});

test('HUB-8 members of a room see each other’s names, and one that shares none is seen by its address', async () => {
  const [alice, bob, carol, dave] = [await user(), await user(), await user(), await user()];
  await share(alice, 'Alice');
  await share(bob, 'Bob');
  const { address } = dave.account;
  const room = await alice.messenger.createRoom('Friday dinner', [
    bob.account.address,
    carol.account.address,
  ]);
  await settle(alice, bob, carol);
  for (const one of [bob, carol]) {
    const [invited] = one.messenger.getSnapshot().conversations;
    if (!invited) throw new Error('no room');
    expect(namesSeen(one, alice)).toEqual(['Alice']);
    await accept(one, invited.id);
    await settle(one);
  }
  await settle(alice, bob, carol);
  expect(namesSeen(alice, bob, carol)).toEqual(['Bob', null]);
  expect(namesSeen(carol, alice, bob)).toEqual(['Alice', 'Bob']);

  await alice.messenger.addMembers(room, [address]);
  await settle(alice, dave);
  expect(namesSeen(dave, alice, bob)).toEqual(['Alice', null]);
  const [invited] = bob.messenger.getSnapshot().conversations;
  await settle(bob);
  await say(bob, invited?.id ?? '', 'welcome');
  await settle(bob, dave);
  const [request] = dave.messenger.getSnapshot().conversations;
  await accept(dave, request?.id ?? '');
  await settle(dave);
  // Written before, by a member whose log wasn't read yet.
  expect(namesSeen(dave, alice, bob)).toEqual(['Alice', 'Bob']);
});

test('HUB-8 no message reveals a name to an outsider or the server', async () => {
  const [alice, bob, eve] = [await user(), await user(), await user()];
  await share(alice, 'Pelagia');
  const id = await alice.messenger.openDirect(bob.account.address);
  await say(alice, id, 'hello');
  await settle(alice, bob, eve);
  const forms = ['Pelagia', Buffer.from('Pelagia').toString('hex')];
  for (const sent of alice.network.sent) for (const form of forms) expect(sent).not.toContain(form);
  expect(namesSeen(eve, alice)).toEqual([null]);
});
