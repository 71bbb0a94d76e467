import { hexToBytes } from 'viem';
import { claimPackages, person } from '../../support/api-messages';
import { roomOf } from '../../support/conversations';
import { hostileWelcome } from '../../support/hostile-member';
import { sendWelcome, startHostileGroup } from '../../support/hostile-sender';
import { newKeyPackage } from '../../support/messaging';
import { conversationOf, messagesOf, messengerSuite, say, settle } from '../../support/messenger';

const { user } = messengerSuite();

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
