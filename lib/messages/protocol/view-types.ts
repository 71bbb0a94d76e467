import type { Address, Hex } from 'viem';
import type { CallSignal, SignalOrigin } from '@/lib/wallet/calls/signal';
import type { CallOutcome } from './call-log';
import type { MessageReference } from './content';
import type { bindingMessage, revocationMessage } from './device-binding';
import type { ShownBody } from './message-changes';
import type { MessengerReason } from './messenger-error';
import type { Role } from './roles';

/** Opaque local ID of a conversation. Doesn't reveal its members or name, so it may appear in a URL. */
export type ConversationId = string;

export type ParticipantView = {
  account: Address;
  role: Role;
  isSelf: boolean;
  /** Public keys of the account's devices in the conversation. */
  devices: readonly Hex[];
};

/** A change to an account's identity that the user should review. */
export type IdentityNotice = {
  account: Address;
  /**
   * `newDevices`: devices were added or revoked since the user compared the security code. For information only.
   * `shorter`, `fork`: the server returned a different device history than before. Sending to the account is blocked
   * until the user accepts it. `reported`: a member of this conversation, `by`, reported a different history, which may be
   * false. Sending in this conversation is blocked until the user accepts it.
   */
  kind: 'newDevices' | 'shorter' | 'fork' | 'reported';
  by: Address | null;
};

export type LastMessage = {
  by: Address;
  isOwn: boolean;
  /** Time of sending or receiving on this device, in ms since the epoch. */
  at: number;
  /** Null if the message was deleted. */
  body: ShownBody | null;
  /** For a payment: whether an earlier message of the same sender references the same transaction. */
  isRepeated?: boolean;
};

/** The latest call, as the conversation list shows it. */
export type LastCall = {
  /** Account that called. */
  by: Address;
  isOwn: boolean;
  /** Time of the latest signal on this device, in ms since the epoch. */
  at: number;
  /** Whether this account was called and didn't answer. */
  isMissed: boolean;
};

/** A conversation for the list and the header. */
export type ConversationView = {
  id: ConversationId;
  kind: 'direct' | 'room';
  /** The other account of a direct conversation. Null for rooms. */
  peer: Address | null;
  /** Name of a room. Empty if the room has none yet, and for direct conversations. */
  name: string;
  /** Accounts in the conversation, this one first. Empty if this device isn't a member. */
  participants: readonly ParticipantView[];
  /** This account's role. Null if it left or was removed. */
  ownRole: Role | null;
  lastMessage: LastMessage | null;
  /** The latest call, unless a message is newer. */
  lastCall: LastCall | null;
  /** Time of the latest activity in ms since the epoch. The list is sorted by it. */
  at: number;
  unread: number;
  /** Expiry of the room's invite code in ms since the epoch. Null if this device has no valid code. */
  inviteEnds: number | null;
  isMuted: boolean;
  /** Whether the peer of a direct conversation is blocked. */
  isBlocked: boolean;
  /**
   * Whether a stranger started it and the user hasn't accepted it yet. Requests are listed separately, without sound.
   */
  isRequest: boolean;
  /** Account that sent the invitation, if it is a request. */
  invitedBy: Address | null;
  identity: readonly IdentityNotice[];
  /** Whether the user has marked the current security code as compared. */
  isVerified: boolean;
  /** Typed text that wasn't sent. */
  draft: string;
  /** Accounts that are typing now. */
  typing: readonly Address[];
};

export type MessageState =
  /** Received from another account or from another device of this account. */
  | { kind: 'received' }
  | { kind: 'waiting' }
  | { kind: 'sent' }
  /** Not sent. `retry` sends it again, `discard` removes it. */
  | { kind: 'failed'; reason: MessengerReason };

export type MessageView = {
  kind: 'message';
  /** Position in the conversation on this device. Unique, and larger for newer messages. */
  sequence: number;
  reference: MessageReference;
  by: Address;
  isOwn: boolean;
  /** Sending time by the sender's clock, in ms since the epoch. */
  at: number;
  /** Null if the sender deleted it. */
  body: ShownBody | null;
  isEdited: boolean;
  /** For a payment: whether an earlier message of the sender, in any conversation, references the same transaction. */
  isRepeated?: boolean;
  reactions: readonly { emoji: string; by: readonly Address[] }[];
  state: MessageState;
  /** Other accounts that have read this item, if they share read marks. */
  readBy: readonly Address[];
};

/** An action of a member, shown as a line between messages. */
export type NoticeEvent =
  | { type: 'added' | 'removed'; accounts: readonly Address[] }
  /** `leftAsOwner`: ownership couldn't be transferred. */
  | { type: 'left' | 'leftAsOwner' }
  /** Devices of an account that was already, or remains, a member. */
  | { type: 'devicesAdded' | 'devicesRemoved'; account: Address; devices: readonly Hex[] }
  | { type: 'role'; account: Address; role: Role }
  | { type: 'renamed'; name: string }
  /** `invited`: this account got a request to join. `joined`: it accepted the request, or had been accepted before. */
  | { type: 'invited' | 'joined' }
  /** A voice call from the account `by`. `seconds` is its duration once it has ended. */
  | { type: 'call'; callId: string; outcome: CallOutcome; seconds: number | null };

export type NoticeView = { kind: 'notice'; sequence: number; by: Address; at: number; event: NoticeEvent };
export type TimelineItem = MessageView | NoticeView;

export type TimelineSnapshot = {
  /** Loaded items, oldest first. Unchanged items keep their identity between snapshots. */
  items: readonly TimelineItem[];
  hasOlder: boolean;
  /** False until the first page has loaded. */
  isLoaded: boolean;
};

/**
 * A view of a conversation's messages, loaded page by page from the newest. Loads and updates while it has subscribers.
 */
export type TimelineHandle = {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => TimelineSnapshot;
  /** Loads the next older page. Resolves immediately if there is none or one is already loading. */
  loadOlder: () => Promise<void>;
  /** Loads all pages down to the given item, for example to show a search result. */
  loadTo: (sequence: number) => Promise<void>;
};

export type SearchResult = {
  conversationId: ConversationId;
  sequence: number;
  by: Address;
  at: number;
  text: string;
  /** Position of the match in `text`, in UTF-16 code units. */
  start: number;
  end: number;
};

export type DeviceView = {
  deviceKey: Hex;
  /** Whether it is this browser's device. */
  isThis: boolean;
  /** Seconds since the epoch. */
  created: number;
  expires: number;
  isRevoked: boolean;
};

/** An invitation by link that this account has answered. */
export type InvitationView = {
  inviter: Address;
  /** The room's name according to the link. */
  room: string;
  /** Whether the inviter has withdrawn or replaced it. */
  hasEnded: boolean;
};

/** A signal of a call, with the account, device, and conversation that MLS authenticated. */
export type ReceivedSignal = { from: SignalOrigin; signal: CallSignal };

/** Settings stored on this device only. All are off by default. */
export type MessengerSettings = {
  sharesTyping: boolean;
  sharesReadMarks: boolean;
  /** Profile name that the people in conversations see. Empty if they see none. Null until the user was asked. */
  sharedName: string | null;
};

export type MessengerSnapshot = {
  /**
   * `starting`: opening the storage. `noDevice`: `startDevice` is required. `revoked`: the account revoked this device,
   * but its history can still be read and exported. `unavailable`: the browser provides no storage, for example in a
   * private window.
   */
  phase: 'starting' | 'noDevice' | 'ready' | 'revoked' | 'unavailable';
  /** Whether the latest API request reached the server. */
  isOnline: boolean;
  /** True once all items that were queued on the server at startup have been processed. */
  isCaughtUp: boolean;
  /** All conversations including requests, latest activity first. */
  conversations: readonly ConversationView[];
  /** Answered invitations to rooms that this account isn't in yet. */
  invitations: readonly InvitationView[];
  settings: MessengerSettings;
  /** Names that other people chose for themselves, by their account in lowercase. They may imitate others. */
  chosenNames: ReadonlyMap<string, string>;
  /** Accounts that this account has blocked. */
  blocked: readonly Address[];
  /** Number of items from the server that were rejected as forged or malformed. */
  refusedItems: number;
  /** Expiry of the device's binding in seconds since the epoch. Null without a device. */
  bindingExpires: number | null;
  /** Public key of this browser's device. Null without a device. */
  deviceKey: Hex | null;
};

/** Requests the account's signatures. Passes on the wallet's error if the user rejects a request. */
export type AccountSigner = {
  chainId: number;
  signTypedData: (
    message: ReturnType<typeof bindingMessage> | ReturnType<typeof revocationMessage>,
  ) => Promise<Hex>;
};

export type Imported = { conversations: number; messages: number };
