import { decodeMlsMessage, encodeMlsMessage, type KeyPackage } from 'ts-mls';
import { bytesToHex, type Hex, hexToBytes } from 'viem';
import { POST as claimRoute } from '@/app/api/messages/keyPackages/claim/route';
import { POST as packagesRoute } from '@/app/api/messages/keyPackages/route';
import { claimedPackages } from '@/lib/api/schemas/messages';
import { encodeContent, type MessageBody, newMessageId } from '@/lib/wallet/messages/content';
import {
  type Conversation,
  changeConversation,
  deliveryAccess,
  encrypt,
  startConversation,
} from '@/lib/wallet/messages/conversation';
import type { Device, OwnKeyPackage } from '@/lib/wallet/messages/device';
import type { Roles } from '@/lib/wallet/messages/roles';
import { callRoute } from './api-call';
import { base64, commit, DEVICE_SITE, type Person, send } from './api-messages';
import { directOf, roomOf } from './conversations';
import { newKeyPackage, trustFor } from './messaging';

// Someone who uses the delivery service by hand, without a messenger.

/** Claims a key package of each of an account's devices. */
export async function claimPackages({ token }: Pick<Person, 'token'>, address: Hex): Promise<KeyPackage[]> {
  const { data } = await callRoute(claimRoute, { token, json: true, body: { address } });
  return claimedPackages.parse(data).packages.map(({ content }) => {
    const message = decodeMlsMessage(Buffer.from(content, 'base64'), 0)?.[0];
    if (message?.wireformat !== 'mls_key_package') throw new Error('not a key package');
    return message.keyPackage;
  });
}

export const keyOfPackage = ({ leafNode }: KeyPackage) => bytesToHex(leafNode.signaturePublicKey);

export const encodedPackage = ({ publicPackage: keyPackage }: OwnKeyPackage) =>
  base64(encodeMlsMessage({ wireformat: 'mls_key_package', version: 'mls10', keyPackage }));

/** Uploads key packages, and one that is claimed when no other is left. */
export const offerPackages = (
  { token, deviceKey }: Person,
  packages: readonly OwnKeyPackage[],
  lastResort?: OwnKeyPackage,
) =>
  callRoute(packagesRoute, {
    token,
    json: true,
    body: {
      deviceKey,
      packages: packages.map(encodedPackage),
      ...(lastResort ? { lastResort: encodedPackage(lastResort) } : {}),
    },
  });

/** A group that was started by hand, and the devices that were added to it. */
export type HostileGroup = {
  groupId: string;
  conversation: Conversation;
  to: readonly Hex[];
  welcome: Uint8Array;
};

/** Starts a group with the devices of key packages. */
export async function startHostileGroup(
  by: Person,
  {
    add,
    roles = roomOf(by.account),
    speaker = by.device,
    groupId = newMessageId(),
  }: {
    add: readonly KeyPackage[];
    roles?: Roles;
    /** Device in the group. The server can't know that it isn't the device of the session. */
    speaker?: Device;
    groupId?: string;
  },
): Promise<HostileGroup> {
  const started = await startConversation(await newKeyPackage(speaker), {
    groupId: hexToBytes(`0x${groupId}`),
    roles,
    trust: trustFor(DEVICE_SITE),
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

/** Sends content in a group, after as many messages as `skipped` that were encrypted and not sent. */
export async function speak(by: Person, group: HostileGroup, body: MessageBody, skipped = 0): Promise<void> {
  const messageId = newMessageId();
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
