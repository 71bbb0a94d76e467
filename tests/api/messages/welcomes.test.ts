import { hexToBytes } from 'viem';
import { claimPackages, DEVICE_SITE, person } from '../../support/api-messages';
import { roomOf } from '../../support/conversations';
import { hostileWelcome } from '../../support/hostile-member';
import { sendWelcome, startHostileGroup } from '../../support/hostile-sender';
import { newAccount, newDevice, newKeyPackage } from '../../support/messaging';
import { conversationOf, messagesOf, messengerSuite, say, settle } from '../../support/messenger';

const { user } = messengerSuite();

/** Key packages of new accounts whose bindings have signatures that only contract accounts could have made. */
const contractPackages = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const device = await newDevice(newAccount(), { site: DEVICE_SITE });
      const binding = { ...device.binding, signature: `0x${'11'.repeat(64)}1b` } as const;
      return newKeyPackage({ ...device, binding });
    }),
  );

test('HUB-2 a stranger’s welcome with slow contract accounts costs ten seconds in five minutes, until all are verified', async () => {
  const clock = { offset: 0 };
  let verified = 0;
  const verifyContract = async () => {
    clock.offset += 1_000;
    verified += 1;
    return true;
  };
  const bob = await user({ now: () => Date.now() + clock.offset, verifyContract });
  const mallory = await person();
  const packages = await contractPackages(15);
  await startHostileGroup(mallory, {
    add: [
      ...(await claimPackages(mallory, bob.account.address)),
      ...packages.map(({ publicPackage }) => publicPackage),
    ],
    trust: { isBound: async () => true, isRevoked: async () => true },
  });
  await settle(bob);
  expect(verified).toBe(10);
  expect(bob.messenger.getSnapshot()).toMatchObject({ conversations: [], isOnline: true });
  clock.offset += 60_000;
  await settle(bob);
  expect(verified).toBe(10);
  clock.offset += 300_000;
  await settle(bob);
  expect(verified).toBe(15);
  expect(conversationOf(bob, 'room').participants).toHaveLength(17);
});

test.each([
  ['an admin, to the owner', 'admin', 9n],
  ['the owner, to a member, of a very late epoch', 'owner', 20_000n],
])('HUB-3 a welcome of %s does not replace the room that the device is in', async (_, role, epoch) => {
  const alice = await user();
  const mallory = await person();
  const roles = role === 'owner' ? roomOf(mallory.account) : roomOf(alice.account, [mallory.account]);
  const group = await startHostileGroup(mallory, {
    roles,
    add: await claimPackages(mallory, alice.account.address),
  });
  await settle(alice);
  const { id } = conversationOf(alice, 'room');
  await alice.messenger.acceptRequest(id);
  const [publicPackage] = await claimPackages(mallory, alice.account.address);
  if (!publicPackage) throw new Error('the device has no key package');
  const inviter = { device: mallory.device, own: await newKeyPackage(mallory.device) };
  const groupId = hexToBytes(`0x${group.groupId}`);
  const copy = await hostileWelcome(inviter, { publicPackage }, roles, ({ info }) => ({
    info: { ...info, groupContext: { ...info.groupContext, groupId, epoch } },
  }));
  await sendWelcome(mallory, group, copy);
  await settle(alice);
  expect(alice.messenger.getSnapshot().refusedItems).toBe(1);
  await say(alice, id, 'still in the room');
  await settle(alice);
  expect((await messagesOf(alice, id)).at(-1)?.state).toEqual({ kind: 'sent' });
});
