import { type Address, isAddressEqual } from 'viem';
import type { Engine } from '@/lib/messages/core/engine';
import { hasInvite } from '@/lib/messages/core/invites';
import { codeLines, codeOf } from '@/lib/messages/protocol/security-code';
import type { ConversationView, IdentityNotice, InvitationView } from '@/lib/messages/protocol/view-types';
import type { StoredConversation } from '@/lib/messages/storage/conversation-record';
import type { StoredDevice, StoredIdentity, StoredSettings } from '@/lib/messages/storage/records';

/** In-memory state of an account's conversations. */
export type Known = {
  device: StoredDevice | null;
  settings: StoredSettings;
  conversations: ReadonlyMap<string, StoredConversation>;
  identities: readonly StoredIdentity[];
  /** Typing accounts by conversation, with the end of each indicator in ms since the epoch. */
  typing: ReadonlyMap<string, ReadonlyMap<Address, number>>;
};

/** Returns the other accounts whose devices changed since the user compared the security code. */
function changedAccounts({ participants, verifiedCode }: StoredConversation): Address[] {
  if (verifiedCode === null) return [];
  const compared = verifiedCode.split('\n');
  return participants
    .filter((participant) => {
      const before = compared.filter((line) => line.startsWith(`${participant.account.toLowerCase()} `));
      const lines = codeLines(participant);
      return (
        !participant.isSelf && (lines.length !== before.length || lines.some((one) => !before.includes(one)))
      );
    })
    .map(({ account }) => account);
}

function noticesOf(
  conversation: StoredConversation,
  identities: readonly StoredIdentity[],
): IdentityNotice[] {
  const { id, participants, peer } = conversation;
  const notices = identities.flatMap(({ account, problem, reported, hasNewDevices }): IdentityNotice[] => {
    const isIn =
      participants.some((one) => isAddressEqual(one.account, account)) ||
      (peer !== null && isAddressEqual(peer, account));
    if (!isIn) return [];
    if (problem !== null) return [{ account, kind: problem, by: null }];
    const contrary = reported.find((one) => one.conversation === id && one.problem !== null);
    if (contrary) return [{ account, kind: 'reported', by: contrary.by }];
    return hasNewDevices ? [{ account, kind: 'newDevices', by: null }] : [];
  });
  // Devices in the conversation can change before the log is read again.
  const others = changedAccounts(conversation).filter((account) =>
    notices.every((notice) => !isAddressEqual(notice.account, account)),
  );
  return [...notices, ...others.map((account) => ({ account, kind: 'newDevices' as const, by: null }))];
}

function conversationView(conversation: StoredConversation, known: Known, now: number): ConversationView {
  const { id, kind, peer, name, participants, lastMessage, at, unread } = conversation;
  const call = conversation.lastCall;
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
      ...(lastMessage.isRepeated ? { isRepeated: true } : {}),
    },
    lastCall:
      call && call.sequence > (lastMessage?.sequence ?? -1)
        ? { by: call.by, isOwn: call.isOwn, at: call.at, isMissed: call.isMissed }
        : null,
    at,
    unread,
    inviteEnds: hasInvite({ now: () => now }, conversation) ? conversation.inviteEnds : null,
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

/** Returns the invitations that this account has answered, except hidden ones. */
export const invitationsOf = (conversations: Known['conversations']): InvitationView[] =>
  [...conversations.values()].flatMap(({ peer, asked }) =>
    peer && asked ? [{ inviter: peer, room: asked.room, hasEnded: asked.hasEnded }] : [],
  );

/** Returns a function that builds views. Views of unchanged conversations keep their identity. */
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
