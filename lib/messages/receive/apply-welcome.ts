import { hexToBytes, isAddressEqual } from 'viem';
import { directConversation, roomConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { asRequest, makeRoom } from '@/lib/messages/core/requests';
import { recordRequestTransfers } from '@/lib/messages/core/transfers';
import { inviterStatus } from '@/lib/messages/members/device-trust';
import { groupsToDrop, putGroup } from '@/lib/messages/members/groups';
import { isRequestBy, isTrustedInviter, mayReplaceDirect } from '@/lib/messages/members/inviters';
import { joinOpened, openWelcome } from '@/lib/messages/mls/join-group';
import { decodeKeyPackage } from '@/lib/messages/mls/key-package';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { InboxItem } from '@/lib/messages/storage/records';
import type { Batch } from '@/lib/messages/storage/store';
import { joinRoom } from './join-room';
import { type Outcome, refused, repeated } from './outcome';
import { isWelcomePending } from './pending-items';
/**
 * Joins the group of a welcome. The server accepts a welcome only with a commit, and one commit per epoch. It returns
 * the commit's epoch and access hash, so a member can't make a device join another group than its own conversation's.
 */
export async function applyWelcome(
  engine: Engine,
  batch: Batch,
  { id, groupId, content, start }: InboxItem,
): Promise<Outcome> {
  const { store } = engine;
  const known = await store.read('groups', groupId, batch);
  const stored = await store.readAll('keyPackages');
  const own = stored.flatMap(({ key, value }) => {
    const publicPackage = decodeKeyPackage(value.publicPackage);
    const opened = publicPackage && { publicPackage, privatePackage: value.privatePackage };
    return opened ? [{ key, opened, isLastResort: value.isLastResort }] : [];
  });
  const opened = await openWelcome(content, {
    groupId: hexToBytes(`0x${groupId}`),
    packages: own.map(({ opened }) => opened),
    lastEpoch: known ? BigInt(known.epoch) : null,
  });
  if (opened.kind === 'refused') return opened.reason === 'repeated' ? repeated : refused;
  const { by, roles, epoch, members, accessHash } = opened;
  if (epoch !== BigInt(start?.epoch ?? -1) || accessHash !== start?.accessHash) return refused;
  // Otherwise, another account could send a blocked one's welcome.
  const { blocked } = await engine.settings(batch);
  if (blocked.some((one) => isAddressEqual(one, by.account))) return refused;
  const isTrustedAccount = await isTrustedInviter(engine, batch, { groupId, by: by.account });
  // The welcome is signed by the device, so a device in a trusted account's log is a genuine one.
  const status = await inviterStatus(engine, batch, { members, roles, by, isTrusted: isTrustedAccount });
  if (status === 'unlisted') return refused;
  const isActive = status === 'active';
  const isTrusted = isActive && isTrustedAccount;
  const peer = roles.kind === 'direct' ? roles.accounts.find((account) => !engine.isSelf(account)) : null;
  if (peer === undefined) return refused;
  // A thief could use a revoked device to turn a room into a request.
  if (peer === null && !isActive && known?.state) return refused;
  // A stranger's welcome waits for a trusted account's, whose items could no longer be read.
  if (!isTrusted && (await isWelcomePending(engine, { groupId, id }, ['trusted'])))
    return { kind: 'pending', by: by.account, isActive };
  const conversation =
    peer === null
      ? await roomConversation(engine, batch, groupId)
      : await directConversation(engine, batch, peer);
  if (peer !== null && known && !mayReplaceDirect(engine, known, { roles, by, isActive })) return refused;
  const trust = engine.limitedTrust(by.account, isTrusted);
  // The account's other device has verified the members' contracts, which may have changed their signers since.
  const isOwn = isActive && engine.isSelf(by.account);
  const joined = await joinOpened(opened, {
    trust,
    ...(isOwn ? { membersTrust: engine.contractsTrust } : {}),
  });
  if (joined.kind === 'refused')
    return joined.reason === 'unverified' ? { kind: 'pending', by: by.account, isActive } : refused;
  const { conversation: group } = joined;
  const used = own.find(({ opened }) => opened === joined.used);
  if (used && !used.isLastResort) batch.delete('keyPackages', used.key);
  const isMore = peer !== null && !conversation.groups.includes(groupId);
  const dropped = isMore ? await groupsToDrop(engine, batch, conversation) : [];
  // A revoked device can't displace a group of active ones.
  if (dropped.length > 0 && !isActive) return refused;
  for (const one of dropped) batch.delete('groups', one).delete('commits', one);
  if (peer === null) {
    await joinRoom(engine, batch, { conversation, stored: known, group, by, isActive });
    return { kind: 'done', spent: [], isAdvanced: true };
  }
  batch.delete('commits', groupId);
  // Whoever has a revoked device can only make requests with it, even to the account's own devices and contacts.
  const isRequest = !isActive || isRequestBy(engine, conversation, by.account);
  const isNew = conversation.isHidden;
  const next: StoredConversation = {
    ...(isNew && isRequest ? asRequest(conversation) : conversation),
    groups: conversation.groups.filter((one) => !dropped.includes(one)),
    // The account has accepted it on its other device.
    isRequest: isNew ? isRequest : conversation.isRequest && !isOwn,
    invitedBy: by.account,
    abandoned: conversation.abandoned.filter((one) => one !== groupId),
    announcedAbandoned: conversation.announcedAbandoned.filter((one) => one !== groupId),
  };
  if (next.isRequest && isNew) await makeRoom(engine, batch, next);
  if (!next.isRequest) await recordRequestTransfers(engine, batch, conversation);
  await putGroup(engine, batch, { conversation: next, group });
  return { kind: 'done', spent: [], isAdvanced: true };
}
