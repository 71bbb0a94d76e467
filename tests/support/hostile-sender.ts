import type { KeyPackage } from 'ts-mls';
import { type Hex, hexToBytes } from 'viem';
import type { Device, OwnKeyPackage } from '@/lib/messages/mls/device';
import {
  type Conversation,
  changeConversation,
  deliveryAccess,
  encrypt,
  startConversation,
} from '@/lib/messages/mls/group';
import { joinConversation } from '@/lib/messages/mls/join-group';
import { encodeContent, type MessageBody, randomId } from '@/lib/messages/protocol/content';
import type { Trust } from '@/lib/messages/protocol/device-binding';
import type { Roles } from '@/lib/messages/protocol/roles';
import { claimPackages, commit, keyOfPackage, type Person, send } from './api-messages';
import { directOf, roomOf } from './conversations';
import { base64, DEVICE_SITE } from './message-frames';
import { newKeyPackage, trustFor } from './messaging';

// An account that uses the delivery service by hand, without a messenger.

/** A group that was started by hand, and the devices that were added to it. */
export type HostileGroup = {
  groupId: string;
  conversation: Conversation;
  to: readonly Hex[];
  welcome: Uint8Array;
  /** The access value that the server expects, if it isn't the one of the group's epoch. */
  access?: Hex;
};

/** Starts a group with the devices of key packages. */
export async function startHostileGroup(
  by: Person,
  {
    add,
    roles = roomOf(by.account),
    speaker = by.device,
    groupId = randomId(),
    trust = trustFor(DEVICE_SITE),
  }: {
    add: readonly KeyPackage[];
    roles?: Roles;
    /** Device in the group. The server can't know that it isn't the device of the session. */
    speaker?: Device;
    groupId?: string;
    trust?: Trust;
  },
): Promise<HostileGroup> {
  const started = await startConversation(await newKeyPackage(speaker), {
    groupId: hexToBytes(`0x${groupId}`),
    roles,
    trust,
  });
  const {
    commit: content,
    conversation,
    nextAccessHash,
    welcome,
  } = await changeConversation(speaker, started, { add });
  if (!welcome) throw new Error('nobody was added');
  const to = add.map(keyOfPackage);
  const { code } = await commit(by, {
    deviceKey: by.deviceKey,
    groupId,
    epoch: 0,
    nextAccessHash,
    content: base64(content),
    to: [],
    welcome: { content: base64(welcome), to },
  });
  if (code !== 200) throw new Error(`the group was not started: ${code}`);
  return { groupId, conversation, to, welcome };
}

/** Returns a group as seen by another of its devices, which joins with its key package. */
export async function joinHostileGroup(group: HostileGroup, own: OwnKeyPackage): Promise<HostileGroup> {
  const joined = await joinConversation(group.welcome, {
    groupId: hexToBytes(`0x${group.groupId}`),
    packages: [own],
    trust: trustFor(DEVICE_SITE),
  });
  if (joined.kind !== 'joined') throw new Error(joined.reason);
  return { ...group, conversation: joined.conversation };
}

/** Sends content in a group, after as many messages as `skipped` that were encrypted and not sent. */
export async function speak(
  by: Person,
  group: HostileGroup,
  body: MessageBody,
  skipped = 0,
  messageId = randomId(),
): Promise<void> {
  const content = encodeContent({ id: messageId, at: Date.now(), body });
  for (let count = 0; count < skipped; count += 1)
    group.conversation = (await encrypt(group.conversation, content)).conversation;
  const { message, conversation } = await encrypt(group.conversation, content);
  group.conversation = conversation;
  const { code } = await send(by, {
    deviceKey: by.deviceKey,
    groupId: group.groupId,
    epoch: Number(conversation.state.groupContext.epoch),
    access: await deliveryAccess(conversation),
    messageId,
    content: base64(message),
    to: group.to,
  });
  if (code !== 200) throw new Error(`the message was not sent: ${code}`);
}

/** Starts a direct conversation with an account, and asks to be added to a room by the secret of its invite. */
export async function askToJoin(by: Person, inviter: Hex, secret: string): Promise<void> {
  const group = await startHostileGroup(by, {
    roles: directOf(by.account, { address: inviter }),
    add: await claimPackages(by, inviter),
  });
  await speak(by, group, { type: 'join', secret });
}
