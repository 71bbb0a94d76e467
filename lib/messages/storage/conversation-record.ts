import type { Address, Hex } from 'viem';
import type { LogHead } from '@/lib/messages/protocol/binding-log';
import type { CallOutcome, OngoingCall } from '@/lib/messages/protocol/call-log';
import type { MessageContent } from '@/lib/messages/protocol/content';
import type { Member, Roles } from '@/lib/messages/protocol/roles';
import type {
  ConversationId,
  LastCall,
  LastMessage,
  ParticipantView,
} from '@/lib/messages/protocol/view-types';

/** What the list and the timeline show of a conversation. */
type Shown = {
  id: ConversationId;
  kind: 'direct' | 'room';
  peer: Address | null;
  name: string;
  nextSequence: number;
  lastMessage: (LastMessage & { sequence: number }) | null;
  at: number;
  unread: number;
  isMuted: boolean;
  /** Whether the list omits it, because it has no messages yet or was deleted. The next message shows it again. */
  isHidden: boolean;
  draft: string;
  /** Devices that the security code covered when the user compared it. Null if it wasn't compared. */
  verifiedCode: string | null;
  /** Sequence of the latest item that each account has read. */
  reads: Readonly<Record<string, number>>;
  /** Names that members chose for themselves, by account in lowercase, with the time of arrival in ms since the epoch. */
  chosenNames?: Readonly<Record<string, { name: string; at: number }>>;
  /** The latest call. */
  lastCall: (LastCall & { sequence: number }) | null;
  /** Calls whose end isn't known, with the outcome that the timeline shows, and the sequence of that line. */
  calls: readonly (OngoingCall & { sequence: number; outcome: CallOutcome })[];
};

/** The groups of a conversation, who is in them, and who joins or leaves. */
type Membership = {
  /** IDs of its groups. */
  groups: readonly string[];
  /** Accounts in the group used for sending. Empty once this device isn't a member. */
  participants: readonly ParticipantView[];
  /**
   * Roles of a room when the user last accepted it, or null if never. `ofGroup`: the stored group has them. That changes
   * with a request for the room, until the user accepts it.
   */
  acceptedRoles: Roles | 'ofGroup' | null;
  /** Secret of the room's invite code. */
  invite: string | null;
  /** Expiry of the invite code in ms since the epoch. */
  inviteEnds: number;
  /** Secrets of earlier codes. A join with one is answered with a notice that the code has expired. */
  endedInvites: readonly string[];
  /** Accounts that a member removed and that can't rejoin by invite code. */
  removed: readonly Address[];
  /** Accounts that used the code and aren't added yet. */
  joining: readonly Address[];
  /** Accounts that asked to be removed. Another member has to commit the removal. */
  leaving: readonly Address[];
  /** Whether this account has left, or is about to. */
  hasLeft: boolean;
  /**
   * Whether the user has left a room on another device, or an open request is for a room that the user has left or
   * declined before. Until the user accepts the room, every welcome to it is a request.
   */
  isLeftBefore: boolean;
  /**
   * Devices that missed a commit in one of the groups: to be removed, or already removed and to be added again.
   */
  lagging: readonly { groupId: string; account: Address; deviceKey: Hex; isRemoved: boolean; at: number }[];
  /** Groups that are no longer used for sending, because a device can't follow them. */
  abandoned: readonly string[];
  /** Abandoned groups that the members were notified of, or that one of them reported. */
  announcedAbandoned: readonly string[];
  /** The log heads and the name that this device last sent to the members, serialized. */
  sentHeads: string;
  /** The name that this device last sent to the members. */
  sentName?: string;
};

/** What strangers sent before the user accepts, and invitations between this account and the peer. */
type Request = {
  isRequest: boolean;
  /** Size of the items stored while the conversation was a request, in characters of JSON. */
  requestSize: number;
  /** Log heads that members reported while the conversation was a request. They are compared once it is accepted. */
  requestHeads: readonly (LogHead & { by: Address; account: Address })[];
  /**
   * Content of members whose logs aren't read before the request is accepted, in order of arrival. It counts toward the
   * request's size.
   */
  requestContent: readonly { by: Member; content: MessageContent }[];
  /** Sequence of the first item since the conversation became a request. Earlier items aren't the inviter's. */
  requestStart: number;
  invitedBy: Address | null;
  /** Rooms that this account asked the peer to join, by group ID, with the expiry of each in ms since the epoch. */
  askedRooms: readonly { room: string; until: number }[];
  /** The latest invitation that this account answered, until it is in the room or hides the invitation. */
  asked: { secret: string; room: string; hasEnded: boolean } | null;
  /** Whether this account has ever asked the peer to be added to a room, so it has sent something here. */
  hasAsked: boolean;
};

/** A conversation. Its three parts are one record, because most changes concern several of them in one transaction. */
export type StoredConversation = Shown & Membership & Request;
