import type { Device, OwnKeyPackage } from '@/lib/messages/mls/device';
import { type Conversation, changeConversation, startConversation } from '@/lib/messages/mls/group';
import { type Joined, joinConversation } from '@/lib/messages/mls/join-group';
import type { Delivered, Received } from '@/lib/messages/mls/receive';
import type { Roles } from '@/lib/messages/protocol/roles';
import { type Account, bytes, newKeyPackage, trust } from './messaging';

export const GROUP_ID = bytes('a conversation');

/** Returns content as the server delivers it. */
export const asMessage = (content: Uint8Array): Delivered => ({ kind: 'message', content });
export const asCommit = (content: Uint8Array): Delivered => ({ kind: 'commit', content });

type HasAddress = Pick<Account, 'address'>;
export const directOf = (one: HasAddress, other: HasAddress): Roles => ({
  kind: 'direct',
  accounts: [one.address, other.address],
});
export const roomOf = (owner: HasAddress, admins: readonly HasAddress[] = []): Roles => ({
  kind: 'room',
  owner: owner.address,
  admins: admins.map(({ address }) => address),
});

export const join = (welcome: Uint8Array | null, own: OwnKeyPackage): Promise<Joined> =>
  joinConversation(welcome ?? new Uint8Array(), { groupId: GROUP_ID, packages: [own], trust });

export function joined(result: Joined) {
  if (result.kind !== 'joined') throw new Error(`not joined: ${result.reason}`);
  return result;
}
export function opened(received: Received) {
  if (received.kind !== 'message') throw new Error(`no message: ${described(received)}`);
  return received;
}
export function changed(received: Received) {
  if (received.kind !== 'change') throw new Error(`no change: ${described(received)}`);
  return received;
}
const described = (received: Received) => (received.kind === 'refused' ? received.reason : received.kind);

/** Starts a conversation from `first` and adds the others in one commit. Returns everyone's conversation. */
export async function conversationOf<Others extends readonly Device[] | []>(
  first: Device,
  others: Others,
  roles: Roles,
): Promise<[Conversation, ...{ [Index in keyof Others]: Conversation }]> {
  const started = await startConversation(await newKeyPackage(first), { groupId: GROUP_ID, roles, trust });
  const packages = await Promise.all(others.map(newKeyPackage));
  const { welcome, conversation } = await changeConversation(first, started, {
    add: packages.map(({ publicPackage }) => publicPackage),
  });
  const results = await Promise.all(packages.map((own) => join(welcome, own)));
  // `map` loses the tuple type.
  const theirs = results.map((result) => joined(result).conversation) as {
    [Index in keyof Others]: Conversation;
  };
  return [conversation, ...theirs];
}
