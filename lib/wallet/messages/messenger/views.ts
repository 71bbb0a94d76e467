import { type Address, isAddressEqual } from 'viem';
import type {
  StoredConversation,
  StoredDevice,
  StoredIdentity,
  StoredItem,
  StoredSettings,
} from '../store/records';
import { hasInvite } from './conversations';
import type { Engine } from './engine';
import type { ConversationView, IdentityNotice, MessageView, TimelineItem } from './types';

/** What is in memory of an account's conversations. */
export type Known = {
  device: StoredDevice | null;
  settings: StoredSettings;
  conversations: ReadonlyMap<string, StoredConversation>;
  identities: readonly StoredIdentity[];
  /** Accounts that are typing, by conversation, with the time at which that ends in ms since the epoch. */
  typing: ReadonlyMap<string, ReadonlyMap<Address, number>>;
};

/** Returns a text that changes with each device of a conversation, as the security code does. */
export const codeOf = ({ participants }: Pick<StoredConversation, 'participants'>): string =>
  participants
    .flatMap(({ account, devices }) => devices.map((key) => `${account.toLowerCase()} ${key}`))
    .toSorted()
    .join('\n');

function noticesOf(
  conversation: StoredConversation,
  identities: readonly StoredIdentity[],
): IdentityNotice[] {
  const { participants, peer } = conversation;
  return identities.flatMap(({ account, problem, hasNewDevices }): IdentityNotice[] => {
    const isIn =
      participants.some((one) => isAddressEqual(one.account, account)) ||
      (peer !== null && isAddressEqual(peer, account));
    if (!isIn) return [];
    if (problem !== null) return [{ account, kind: problem }];
    return hasNewDevices ? [{ account, kind: 'newDevices' }] : [];
  });
}

function conversationView(conversation: StoredConversation, known: Known, now: number): ConversationView {
  const { id, kind, peer, name, participants, lastMessage, at, unread } = conversation;
  const call = conversation.lastCall ?? null;
  const typing = [...(known.typing.get(id) ?? [])].filter(([, until]) => until > now);
  return {
    id,
    kind,
    peer,
    name,
    participants,
    ownRole: conversation.hasLeft ? null : (participants.find(({ isSelf }) => isSelf)?.role ?? null),
    lastMessage: lastMessage && {
      by: lastMessage.by,
      isOwn: lastMessage.isOwn,
      at: lastMessage.at,
      body: lastMessage.body,
    },
    lastCall:
      call && call.sequence > (lastMessage?.sequence ?? -1)
        ? { by: call.by, isOwn: call.isOwn, at: call.at, isMissed: call.isMissed }
        : null,
    at,
    unread,
    inviteEnds: hasInvite({ now: () => now }, conversation) ? (conversation.inviteEnds ?? null) : null,
    isMuted: conversation.isMuted,
    isBlocked: peer !== null && known.settings.blocked.some((one) => isAddressEqual(one, peer)),
    isRequest: conversation.isRequest,
    invitedBy: conversation.isRequest ? conversation.invitedBy : null,
    identity: noticesOf(conversation, known.identities),
    isVerified: conversation.verifiedCode !== null && conversation.verifiedCode === codeOf(conversation),
    draft: conversation.draft,
    typing: typing.map(([account]) => account),
  };
}

/** Builds views, and keeps the identity of those whose conversation hasn't changed. */
export function viewBuilder() {
  let before = new Map<string, { json: string; view: ConversationView }>();
  return ({ now }: Engine, known: Known): ConversationView[] => {
    const next = new Map<string, { json: string; view: ConversationView }>();
    for (const conversation of known.conversations.values()) {
      if (conversation.isHidden) continue;
      const view = conversationView(conversation, known, now());
      const json = JSON.stringify(view);
      const earlier = before.get(view.id);
      next.set(view.id, earlier?.json === json ? earlier : { json, view });
    }
    before = next;
    return [...next.values()]
      .map(({ view }) => view)
      .toSorted((one, other) => other.at - one.at || (one.id < other.id ? -1 : 1));
  };
}

function groupedReactions(reactions: readonly { by: Address; emoji: string }[]): MessageView['reactions'] {
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))];
  return emojis.map((emoji) => ({
    emoji,
    by: reactions.filter((one) => one.emoji === emoji).map(({ by }) => by),
  }));
}

/** Returns an item of a timeline as it is shown. */
export function itemView(
  { isSelf }: Pick<Engine, 'isSelf'>,
  { sequence, item, reads }: { sequence: number; item: StoredItem; reads: StoredConversation['reads'] },
): TimelineItem {
  if (item.kind === 'notice')
    return { kind: 'notice', sequence, by: item.by, at: item.at, event: item.event };
  const isOwn = isSelf(item.by);
  const readers = Object.entries(reads) as [Address, number][];
  return {
    kind: 'message',
    sequence,
    reference: { by: item.by, id: item.id },
    by: item.by,
    isOwn,
    at: item.at,
    body: item.body,
    isEdited: item.isEdited,
    reactions: groupedReactions(item.reactions),
    state: item.state,
    readBy: isOwn
      ? readers.filter(([account, upTo]) => upTo >= sequence && !isSelf(account)).map(([account]) => account)
      : [],
  };
}
