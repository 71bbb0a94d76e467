import type { Address, Hex } from 'viem';
import type { PlainImage } from '@/lib/messages/images/image-cipher';
import type { CallSignal, SignalOrigin, SignalTarget } from '@/lib/wallet/calls/signal';
import type { CallOutcome } from './call-log';
import type { MessageReference } from './content';
import type { bindingMessage, revocationMessage } from './device-binding';
import type { Role } from './roles';
import type { ShownBody } from './timeline';

/** Why an action failed. The interface has a text for each reason. */
export type MessengerReason =
  /** The server is unreachable. Messages stay in the outbox. Other actions have to be repeated. */
  | 'offline'
  /** The server rejected the request, for example because of a rate limit or a full queue. */
  | 'server'
  /** This browser has no device for the account yet, or the device was revoked. */
  | 'noDevice'
  /** The other account hasn't turned on messages, or all of its key packages have expired. */
  | 'notReachable'
  /** The queues of all recipient devices are full, because they have been offline for long. */
  | 'notDelivered'
  /** The roles of the conversation don't allow it. */
  | 'notAllowed'
  /** The device is no longer a member of the conversation. */
  | 'notMember'
  /** The account is blocked, or has blocked this one. */
  | 'blocked'
  /** An account's devices changed, and the user has to accept the change first. */
  | 'identity'
  /** A contract account in the conversation no longer confirms its device, and this account may not remove it. */
  | 'unconfirmed'
  /** The security code changed after it was displayed. */
  | 'codeChanged'
  /** Other members kept changing the conversation at the same time. */
  | 'busy'
  /** The conversation has too many devices, or an account has too many or too long signatures. */
  | 'full'
  /** The text is empty or too long, or the conversation has too many members. */
  | 'invalid'
  /** The passphrase is wrong, or the file isn't a backup of this account. */
  | 'backup'
  /** The account has reached its limit of uploaded images. */
  | 'imageLimit'
  /** The server has deleted the image. */
  | 'gone'
  /** The image doesn't match its message. */
  | 'broken'
  /** The browser's storage is full. */
  | 'storage';

/** Thrown by all messenger actions. `reason` selects the text to show. */
export class MessengerError extends Error {
  override name = 'MessengerError';
  constructor(
    readonly reason: MessengerReason,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/**
 * Returns whether an error also prevents all other work: an unreachable server, a storage failure, or a revoked device.
 */
export const isFinal = (error: unknown): boolean =>
  error instanceof DOMException ||
  (error instanceof MessengerError && (error.reason === 'offline' || error.reason === 'noDevice'));

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
   * `behind`, `fork`: the server returned a different device history than before. Sending to the account is blocked
   * until the user accepts it. `told`: a member of this conversation, `by`, reported a different history, which may be
   * false. Sending in this conversation is blocked until the user accepts it.
   */
  kind: 'newDevices' | 'behind' | 'fork' | 'told';
  by: Address | null;
};

export type LastMessage = {
  by: Address;
  isOwn: boolean;
  /** Time of sending or receiving on this device, in ms since the epoch. */
  at: number;
  /** Null if the message was deleted. */
  body: ShownBody | null;
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

/** Settings stored on this device only. Both are off by default. */
export type MessengerSettings = { sharesTyping: boolean; sharesReadMarks: boolean };

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

/**
 * End-to-end encrypted conversations of one account in this browser. Snapshots are immutable and keep their identity
 * until something changes, so both fit `useSyncExternalStore`. All actions reject with `MessengerError`.
 */
export type Messenger = {
  readonly account: Address;
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => MessengerSnapshot;
  /** Fetches queued items, sends the outbox, and maintains devices and members. Also runs automatically. */
  sync: () => Promise<void>;
  /** Like `sync`, for when the user returns to the page. Maintains devices and members only periodically. */
  refresh: () => Promise<void>;
  close: () => void;

  /** Registers this browser as a device of the account, with a binding that the account signs (EIP-712). */
  startDevice: (signer: AccountSigner) => Promise<void>;
  /**
   * Renews the binding of this device before it expires. Existing conversations don't need the new binding, but new
   * ones do.
   */
  renewDevice: (signer: AccountSigner) => Promise<void>;
  devices: () => Promise<readonly DeviceView[]>;
  /** Permanently revokes a device. It is removed from all conversations. */
  revokeDevice: (deviceKey: Hex, signer: AccountSigner) => Promise<void>;

  /** Returns the conversation with an account. Nothing is sent before the first message. */
  openDirect: (peer: Address) => Promise<ConversationId>;
  createRoom: (name: string, accounts: readonly Address[]) => Promise<ConversationId>;
  addMembers: (id: ConversationId, accounts: readonly Address[]) => Promise<void>;
  removeMember: (id: ConversationId, account: Address) => Promise<void>;
  /** Leaves a room. Its history stays until `deleteConversation`. */
  leave: (id: ConversationId) => Promise<void>;
  setRole: (id: ConversationId, account: Address, role: Role) => Promise<void>;
  rename: (id: ConversationId, name: string) => Promise<void>;
  /**
   * Returns the invite code for a link that lets others ask this account to join a room. It contains a secret, so it is
   * never sent to the server. The code stays valid until it is withdrawn, a member is removed, or a week has passed.
   */
  inviteCode: (id: ConversationId) => Promise<string>;
  /** Invalidates the room's invite code. */
  withdrawInvite: (id: ConversationId) => Promise<void>;
  /** Decodes an invite code without using it. Returns null if it is malformed. */
  readInvite: (code: string) => { inviter: Address; name: string } | null;
  /** Asks the inviter to add this account to a room. The room appears once the inviter's device has done so. */
  joinByInvite: (code: string) => Promise<void>;
  /** Hides an invitation that this account has answered. */
  dismissInvitation: (inviter: Address) => Promise<void>;
  /**
   * Accepts a request. `by` is the inviter that the page shows.
   * @throws MessengerError if the inviter has changed since.
   */
  acceptRequest: (id: ConversationId, by: Address | null) => Promise<void>;
  /**
   * Deletes a request, and leaves the room if it was one. `by` is the inviter that the page shows.
   * @throws MessengerError if the inviter has changed since.
   */
  declineRequest: (id: ConversationId, by: Address | null) => Promise<void>;
  /** Deletes a conversation's history from this device. */
  deleteConversation: (id: ConversationId) => Promise<void>;

  timeline: (id: ConversationId) => TimelineHandle;
  /** Stores a message, which is shown immediately and sent when possible. */
  send: (id: ConversationId, body: Exclude<ShownBody, { type: 'image' }>) => Promise<void>;
  /** Encrypts and stores an image with its message, and sends the message after the upload. */
  sendImage: (
    id: ConversationId,
    image: PlainImage,
    note?: { description?: string; replyTo?: MessageReference },
  ) => Promise<void>;
  /**
   * Returns the upload progress of a queued message's image in this tab, from 0 to 1, or null. Subscribers are notified
   * of changes.
   */
  imageProgress: (message: MessageReference) => number | null;
  /** Returns the image of a message. Downloads and caches it if it isn't on this device. */
  readImage: (id: ConversationId, message: MessageReference) => Promise<PlainImage>;
  /** Sets this account's reaction, or removes it with null. */
  react: (id: ConversationId, message: MessageReference, emoji: string | null) => Promise<void>;
  edit: (id: ConversationId, message: MessageReference, text: string) => Promise<void>;
  /** Deletes one of this account's messages on all members' devices that process the deletion. */
  deleteMessage: (id: ConversationId, message: MessageReference) => Promise<void>;
  retry: (id: ConversationId, message: MessageReference) => Promise<void>;
  /** Removes an unsent message. */
  discard: (id: ConversationId, message: MessageReference) => Promise<void>;
  setDraft: (id: ConversationId, text: string) => Promise<void>;
  /** Sends a typing indicator, throttled to one every few seconds, if the settings allow it. */
  setTyping: (id: ConversationId) => Promise<void>;
  /** Marks everything as read, and sends a read mark if the settings allow it. */
  markRead: (id: ConversationId) => Promise<void>;
  setMuted: (id: ConversationId, isMuted: boolean) => Promise<void>;
  setBlocked: (account: Address, isBlocked: boolean) => Promise<void>;
  /** Reports an account to the operator, who gets the reason and the account, but no messages. */
  report: (account: Address, reason: string, conversation?: ConversationId) => Promise<void>;
  /** Returns the conversation with the sender's message about a payment, or null. */
  conversationOfTransfer: (transfer: {
    chainId: number;
    txHash: string;
    from: Address;
  }) => Promise<ConversationId | null>;
  /** Searches messages, newest first, and returns at most `limit` results. Decrypts in batches. Abortable. */
  search: (
    text: string,
    options?: { conversation?: ConversationId; limit?: number; signal?: AbortSignal },
  ) => Promise<readonly SearchResult[]>;
  setSettings: (settings: Partial<MessengerSettings>) => Promise<void>;

  /**
   * Subscribes to call signals in accepted conversations, whichever tab receives them. Invites that are too old to ring
   * are omitted. Returns a function that unsubscribes.
   */
  onSignal: (listener: (received: ReceivedSignal) => void) => () => void;
  /** Sends a call signal immediately and updates the call's timeline entry. Rejects if the signal can't be sent. */
  sendSignal: (id: ConversationId, to: SignalTarget, signal: CallSignal) => Promise<void>;
  /** Records a call as missed if no end signal arrived from the caller. */
  noteMissedCall: (id: ConversationId, callId: string) => Promise<void>;

  /** Returns the security code as 12 groups of five digits. Empty if this device isn't a member. */
  securityCode: (id: ConversationId) => Promise<readonly string[]>;
  /**
   * Records that the user compared the displayed security code, or clears that with null. Rejects with `codeChanged` if
   * the code has changed since.
   */
  setVerified: (id: ConversationId, code: readonly string[] | null) => Promise<void>;
  /**
   * Accepts the current identity of an account after the warning was shown in a conversation, which unblocks sending.
   */
  acceptIdentity: (account: Address, id: ConversationId) => Promise<void>;

  /** Returns an encrypted file with the history and settings, without keys. */
  exportHistory: (passphrase: string) => Promise<Blob>;
  /** Adds a file's history to this device. Existing messages stay unchanged. */
  importHistory: (file: Blob, passphrase: string) => Promise<Imported>;
};
