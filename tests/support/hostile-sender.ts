import { decodeMlsMessage, type KeyPackage } from 'ts-mls';
import { bytesToHex, type Hex, hexToBytes, type LocalAccount } from 'viem';
import { POST as claimRoute } from '@/app/api/messages/keyPackages/claim/route';
import { encodeContent, type MessageBody, newMessageId } from '@/lib/wallet/messages/content';
import {
  type Conversation,
  changeConversation,
  deliveryAccess,
  encrypt,
  startConversation,
} from '@/lib/wallet/messages/conversation';
import { createKeyPackage, type Device } from '@/lib/wallet/messages/device';
import type { Roles } from '@/lib/wallet/messages/roles';
import { callRoute } from './api-call';
import { bindNewDevice, DEVICE_SITE } from './api-device';
import { tokenOf } from './api-login';
import { base64, commit, send } from './api-messages';
import { newAccount, trustFor } from './messaging';

const trust = trustFor(DEVICE_SITE);

/** An account that uses the delivery service by hand, with whatever device it has. */
export type HostileSender = { account: LocalAccount; token: string; device: Device; deviceKey: Hex };

export async function hostileSender(): Promise<HostileSender> {
  const account = newAccount();
  const token = await tokenOf(account);
  return { account, token, ...(await bindNewDevice(account, token)) };
}

/** Takes a key package of each of an account's devices. */
export async function takePackages({ token }: HostileSender, address: Hex): Promise<KeyPackage[]> {
  const { data } = await callRoute(claimRoute, { token, json: true, body: { address } });
  return (data as { packages: { content: string }[] }).packages.map(({ content }) => {
    const message = decodeMlsMessage(Buffer.from(content, 'base64'), 0)?.[0];
    if (message?.wireformat !== 'mls_key_package') throw new Error('there is no key package');
    return message.keyPackage;
  });
}

/** A group that was started by hand. */
export type HostileGroup = {
  groupId: string;
  conversation: Conversation;
  to: readonly Hex[];
  welcome: Uint8Array;
};

/** Starts a group as `speaker`, over the session of `by`: the server can't know whose device is inside. */
export async function startHostileGroup(
  by: HostileSender,
  {
    speaker,
    roles,
    add,
    groupId = newMessageId(),
  }: {
    speaker: Device;
    roles: Roles;
    add: readonly KeyPackage[];
    groupId?: string;
  },
): Promise<HostileGroup> {
  const own = await createKeyPackage(speaker, Math.floor(Date.now() / 1_000));
  const started = await startConversation(own, { groupId: hexToBytes(`0x${groupId}`), roles, trust });
  const pending = await changeConversation(speaker, started, { add });
  const welcome = pending.welcome ?? new Uint8Array();
  const to = add.map(({ leafNode }) => bytesToHex(leafNode.signaturePublicKey));
  const { code } = await commit(by, {
    deviceKey: by.deviceKey,
    groupId,
    epoch: 0,
    nextAccessHash: pending.nextAccessHash,
    content: base64(pending.commit),
    to: [],
    welcome: { content: base64(welcome), to },
  });
  if (code !== 200) throw new Error(`the group was not started: ${code}`);
  return { groupId, conversation: pending.conversation, to, welcome };
}

/** Sends content to all members of such a group. */
export async function speak(by: HostileSender, group: HostileGroup, body: MessageBody): Promise<void> {
  const id = newMessageId();
  const { message, conversation } = await encrypt(
    group.conversation,
    encodeContent({ id, at: Date.now(), body }),
  );
  group.conversation = conversation;
  const { code } = await send(by, {
    deviceKey: by.deviceKey,
    groupId: group.groupId,
    epoch: Number(conversation.state.groupContext.epoch),
    access: await deliveryAccess(conversation),
    messageId: id,
    content: base64(message),
    to: group.to,
  });
  if (code !== 200) throw new Error(`the message was not sent: ${code}`);
}
