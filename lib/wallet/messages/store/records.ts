import type { PrivateKeyPackage } from 'ts-mls';
import type { Address, Hex } from 'viem';
import type { LogHead } from '../binding-log';
import type { CallOutcome, OngoingCall } from '../call-log';
import type { MessageReference } from '../content';
import type { DeviceBinding, DeviceRevocation } from '../device-binding';
import type {
  ConversationId,
  LastCall,
  LastMessage,
  MessageState,
  MessengerReason,
  MessengerSettings,
  NoticeEvent,
  ParticipantView,
} from '../messenger/types';
import type { Member, Roles } from '../roles';
import type { ChangeBody, Message } from '../timeline';

/** The device of this browser. */
export type StoredDevice = {
  signKey: Uint8Array;
  publicKey: Uint8Array;
  binding: DeviceBinding;
  isRevoked: boolean;
  /** Whether the server has recorded the binding. */
  isBound: boolean;
  /** When the last resort was uploaded, in ms since the epoch. */
  lastResortAt: number;
};

export type StoredSettings = MessengerSettings & {
  blocked: readonly Address[];
  /** How many items from the server were refused. */
  refusedItems: number;
};

export type StoredKeyPackage = {
  /** Encoded MLS message with the public part. */
  publicPackage: Uint8Array;
  privatePackage: PrivateKeyPackage;
  /** When it was made, in ms since the epoch. */
  createdAt: number;
  /** The last resort may be used more than once. */
  isLastResort: boolean;
};

/** An MLS group. A direct conversation has two if both accounts started one at the same time. */
export type StoredGroup = {
  groupId: string;
  conversationId: ConversationId;
  /** Encoded conversation with its secrets. Null once this device isn't a member. */
  state: Uint8Array | null;
  epoch: number;
  members: readonly Member[];
  roles: Roles;
};

/** A commit that the server may not have accepted yet. */
export type StoredCommit = {
  groupId: string;
  /** What `encodePending` returned. */
  pending: Uint8Array;
  /** The epoch that the commit ends. */
  epoch: number;
  /** Devices that are members before, other than this one. */
  to: readonly Hex[];
  /** Devices that it adds. */
  welcomeTo: readonly Hex[];
};

export type StoredConversation = {
  id: ConversationId;
  kind: 'direct' | 'room';
  peer: Address | null;
  name: string;
  /** IDs of its groups. */
  groups: readonly string[];
  /** Accounts of the group that is used for sending. Empty once this device isn't a member. */
  participants: readonly ParticipantView[];
  nextSequence: number;
  lastMessage: (LastMessage & { sequence: number }) | null;
  at: number;
  unread: number;
  isMuted: boolean;
  isRequest: boolean;
  /** Size of the items that were stored while it was a request, in characters of JSON. Absent in older records. */
  requestSize?: number | undefined;
  /** Not in the list: nothing was said yet, or it was deleted. Comes back with the next message. */
  isHidden: boolean;
  invitedBy: Address | null;
  draft: string;
  /** Hash of the security code that the person compared. */
  verifiedCode: string | null;
  /** Sequence up to which each account has read. */
  reads: Readonly<Record<string, number>>;
  /** Secret of the room's invite code. */
  invite: string | null;
  /** When the invite code ends, in ms since the epoch. One without an end, from an earlier version, has ended. */
  inviteEnds?: number;
  /** Secrets of earlier codes. Who uses one is told that it has ended. */
  endedInvites: readonly string[];
  /** Accounts that others removed, which don't come back by an invite code. Absent if there are none. */
  removed?: readonly Address[];
  /** Accounts that used the code and have to be added. */
  joining: readonly Address[];
  /** Rooms to which this account asked the peer to be added, by group ID, and until when, in ms since the epoch. */
  askedRooms?: readonly { room: string; until: number }[];
  /** The invitation with which it asked last, until it is in the room or hides it. */
  asked: { secret: string; room: string; hasEnded: boolean } | null;
  /** What this device last told the members about logs. */
  toldHeads: string;
  /** Accounts that asked to be removed, which needs another member. */
  leaving: readonly Address[];
  /** Whether this account has left, or is about to. */
  hasLeft: boolean;
  /**
   * Devices that missed a change of one of the groups: to be removed, or already removed and to be added again. Absent if
   * there was none, as is the next one.
   */
  behind?: readonly { groupId: string; account: Address; deviceKey: Hex; isRemoved: boolean; at: number }[];
  /** Groups that aren't used for sending anymore, because a device can't follow them. */
  abandoned?: readonly string[];
  /** The latest call. Absent in records from before there were calls, as is the next one. */
  lastCall?: (LastCall & { sequence: number }) | null;
  /** Calls whose end isn't known, with the outcome that their line in the timeline shows, and its sequence. */
  calls?: readonly (OngoingCall & { sequence: number; outcome: CallOutcome })[];
};

export type StoredMessage = Message & {
  kind: 'message';
  state: MessageState;
  /** For a payment: whether an earlier message of the sender is about the same transaction. */
  isRepeated?: boolean;
};
export type StoredNotice = { kind: 'notice'; by: Address; at: number; event: NoticeEvent };
export type StoredItem = StoredMessage | StoredNotice;

/** A reaction, an edit, or a deletion whose message hasn't arrived. */
export type StoredEarly = { by: Address; body: ChangeBody };

export type StoredOutgoing = {
  conversationId: ConversationId;
  messageId: string;
  /** The message that shows whether it was sent: itself, or the one that it changes. Null if none does. */
  target: MessageReference | null;
  content: Uint8Array;
  /** The message as it was encrypted last, so that exactly the same is sent again. */
  encrypted: { groupId: string; epoch: number; message: Uint8Array; to: readonly Hex[] } | null;
  /** Whether its image is uploaded. It's sent after that. Null without an image. */
  upload: 'waiting' | 'done' | null;
  /** Set if it can't be sent. It then waits for `retry` or `discard`. */
  failure: MessengerReason | null;
};

/** The first message of its sender about a payment. Its conversation is null once it is deleted. */
export type StoredTransfer = { conversationId: ConversationId | null; messageId: string };
/** The image of a message, as the server has it: encrypted by the key in the message, which is deleted with it. */
export type StoredImage = { content: Uint8Array<ArrayBuffer> };

/** What is needed to delete images without reading them. */
export type StoredImageEntry = {
  conversationId: ConversationId;
  /** In bytes. */
  size: number;
  /** When it was stored, in ms since the epoch. */
  at: number;
};

/** An item of the inbox that came before the commit that it needs. */
export type StoredHeld = {
  kind: 'message' | 'commit' | 'welcome';
  groupId: string;
  content: Uint8Array;
  at: number;
};

/** What this device knows of an account's devices. */
export type StoredIdentity = {
  account: Address;
  /** Head of the log that was read here last, and that all later ones have to continue. */
  head: LogHead;
  /** Heads that members told, and that aren't in the log as far as this device knows. Absent in older records. */
  told?: readonly (LogHead & {
    conversation: ConversationId;
    by: Address;
    /** How the log contradicts it. Null until the log was read again. */
    problem: 'behind' | 'fork' | null;
  })[];
  /** ReportedHead heads that contradict the log, and that the person accepted as false. */
  ignored: readonly LogHead[];
  active: readonly Hex[];
  /** Proofs that the account revoked devices. */
  revoked: readonly DeviceRevocation[];
  /** How the log that the server showed contradicts the one that was read before. */
  problem: 'behind' | 'fork' | null;
  /** Whether devices changed since the person last looked. */
  hasNewDevices: boolean;
  /** When the log was last read, in ms since the epoch. */
  readAt: number;
};
