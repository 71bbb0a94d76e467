import { decodeMlsMessage, encodeMlsMessage, type KeyPackage } from 'ts-mls';
import { bytesToHex, type Hex, hexToBytes, type LocalAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { POST as claimRoute } from '@/app/api/messages/keyPackages/claim/route';
import { POST as packagesRoute } from '@/app/api/messages/keyPackages/route';
import { encodeContent, type MessageBody, newMessageId } from '@/lib/wallet/messages/content';
import {
  type Conversation,
  changeConversation,
  deliveryAccess,
  encrypt,
  startConversation,
} from '@/lib/wallet/messages/conversation';
import { createKeyPackage, type Device, type OwnKeyPackage } from '@/lib/wallet/messages/device';
import type { Roles } from '@/lib/wallet/messages/roles';
import { callRoute } from './api-call';
import { bindNewDevice, DEVICE_SITE } from './api-device';
import { tokenOf } from './api-login';
import { base64, commit, send } from './api-messages';
import { trustFor } from './messaging';

/** An account that uses the protocol by hand, without a messenger. */
export type Attacker = { account: LocalAccount; token: string; device: Device; deviceKey: Hex };
export async function newAttacker(): Promise<Attacker> {
  const account = privateKeyToAccount(generatePrivateKey());
  const token = await tokenOf(account);
  return { account, token, ...(await bindNewDevice(account, token)) };
}

const nowS = () => Math.floor(Date.now() / 1_000);
export const packageOf = (device: Device): Promise<OwnKeyPackage> => createKeyPackage(device, nowS());

function must({ code }: { code: number }, what: string): void {
  if (code !== 200) throw new Error(`${what}: ${code}`);
}

/** Takes key packages of an account's devices. */
export async function claimPackages({ token }: Attacker, address: Hex): Promise<KeyPackage[]> {
  const { data } = await callRoute(claimRoute, { token, json: true, body: { address } });
  return (data as { packages: { content: string }[] }).packages.map(({ content }) => {
    const message = decodeMlsMessage(Buffer.from(content, 'base64'), 0)?.[0];
    if (message?.wireformat !== 'mls_key_package') throw new Error('not a key package');
    return message.keyPackage;
  });
}

/** Uploads a key package, which the server gives to everybody. */
export async function offerPackage({ token, deviceKey }: Attacker, own: OwnKeyPackage): Promise<void> {
  const { publicPackage: keyPackage } = own;
  const lastResort = base64(
    encodeMlsMessage({ wireformat: 'mls_key_package', version: 'mls10', keyPackage }),
  );
  const body = { deviceKey, packages: [], lastResort };
  must(await callRoute(packagesRoute, { token, json: true, body }), 'the package was not stored');
}

export type OwnGroup = { groupId: string; conversation: Conversation; to: Hex[] };
const keyOfPackage = ({ leafNode }: KeyPackage) => bytesToHex(leafNode.signaturePublicKey);

/** Starts a group with the devices of key packages. */
export async function startOwnGroup(by: Attacker, roles: Roles, add: KeyPackage[]): Promise<OwnGroup> {
  const groupId = newMessageId();
  const trust = trustFor(DEVICE_SITE);
  const options = { groupId: hexToBytes(`0x${groupId}`), roles, trust };
  const started = await startConversation(await packageOf(by.device), options);
  const pending = await changeConversation(by.device, started, { add });
  const to = add.map(keyOfPackage);
  const body = {
    deviceKey: by.deviceKey,
    groupId,
    epoch: 0,
    nextAccessHash: pending.nextAccessHash,
    content: base64(pending.commit),
    to: [],
    welcome: { content: base64(pending.welcome ?? new Uint8Array()), to },
  };
  must(await commit(by, body), 'the group was not started');
  return { groupId, conversation: pending.conversation, to };
}

/** Sends content in an own group. */
export async function speak(by: Attacker, group: OwnGroup, body: MessageBody): Promise<void> {
  const messageId = newMessageId();
  const content = encodeContent({ id: messageId, at: Date.now(), body });
  const { message, conversation } = await encrypt(group.conversation, content);
  group.conversation = conversation;
  const { groupId, to } = group;
  const access = await deliveryAccess(conversation);
  const { deviceKey } = by;
  const sent = { deviceKey, groupId, epoch: 1, access, messageId, content: base64(message), to };
  must(await send(by, sent), 'the message was not sent');
}

/** Starts a direct conversation with an account, and asks to be added to a room by the secret of its invite. */
export async function askToJoin(by: Attacker, inviter: Hex, secret: string): Promise<void> {
  const roles: Roles = { kind: 'direct', accounts: [by.account.address, inviter] };
  const group = await startOwnGroup(by, roles, await claimPackages(by, inviter));
  await speak(by, group, { type: 'join', secret });
}
