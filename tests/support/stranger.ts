import { decodeMlsMessage, type KeyPackage } from 'ts-mls';
import { bytesToHex, type Hex, hexToBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { POST as claimRoute } from '@/app/api/messages/keyPackages/claim/route';
import { claimedPackages } from '@/lib/api/schemas/messages';
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
import { trustFor } from './messaging';

/** An account whose calls a test makes by hand. */
export type Stranger = {
  account: ReturnType<typeof privateKeyToAccount>;
  token: string;
  device: Device;
  deviceKey: Hex;
};

export async function newStranger(): Promise<Stranger> {
  const account = privateKeyToAccount(generatePrivateKey());
  const token = await tokenOf(account);
  return { account, token, ...(await bindNewDevice(account, token)) };
}

/** Takes key packages of an account, one of each device. */
export async function claimPackages({ token }: Pick<Stranger, 'token'>, address: Hex): Promise<KeyPackage[]> {
  const { data } = await callRoute(claimRoute, { token, json: true, body: { address } });
  return claimedPackages.parse(data).packages.map(({ content }) => {
    const message = decodeMlsMessage(Buffer.from(content, 'base64'), 0)?.[0];
    if (message?.wireformat !== 'mls_key_package') throw new Error('this is no key package');
    return message.keyPackage;
  });
}

export const keyOfPackage = ({ leafNode }: KeyPackage) => bytesToHex(leafNode.signaturePublicKey);

/** A conversation of a stranger, in its epoch 1. */
export type StrangersGroup = { groupId: string; conversation: Conversation };

/** Starts a conversation with the owners of key packages. */
export async function inviteAll(
  by: Stranger,
  add: readonly KeyPackage[],
  roles: Roles = { kind: 'room', owner: by.account.address, admins: [] },
): Promise<StrangersGroup> {
  const groupId = newMessageId();
  const own = await createKeyPackage(by.device, Math.floor(Date.now() / 1_000));
  const trust = trustFor(DEVICE_SITE);
  const started = await startConversation(own, { groupId: hexToBytes(`0x${groupId}`), roles, trust });
  const pending = await changeConversation(by.device, started, { add: [...add] });
  if (!pending.welcome) throw new Error('nobody was invited');
  const { code } = await commit(by, {
    deviceKey: by.deviceKey,
    groupId,
    epoch: 0,
    nextAccessHash: pending.nextAccessHash,
    content: base64(pending.commit),
    to: [],
    welcome: { content: base64(pending.welcome), to: add.map(keyOfPackage) },
  });
  if (code !== 200) throw new Error(`the conversation was not started: ${code}`);
  return { groupId, conversation: pending.conversation };
}

/** Sends content to devices. With `skipped`, as many messages before it were made and not sent. */
export async function speak(
  by: Stranger,
  group: StrangersGroup,
  to: readonly Hex[],
  { body, skipped = 0 }: { body: MessageBody; skipped?: number },
): Promise<void> {
  const id = newMessageId();
  const content = encodeContent({ id, at: Date.now(), body });
  for (let count = 0; count < skipped; count += 1)
    group.conversation = (await encrypt(group.conversation, content)).conversation;
  const { message, conversation } = await encrypt(group.conversation, content);
  group.conversation = conversation;
  const { code } = await send(by, {
    deviceKey: by.deviceKey,
    groupId: group.groupId,
    epoch: Number(conversation.state.groupContext.epoch),
    access: await deliveryAccess(conversation),
    messageId: id,
    content: base64(message),
    to,
  });
  if (code !== 200) throw new Error(`the message was not sent: ${code}`);
}
