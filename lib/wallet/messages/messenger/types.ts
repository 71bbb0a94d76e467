import type { Address, Hex } from 'viem';
import type { CallSignal, SignalOrigin, SignalTarget } from '@/lib/wallet/calls/signal';
import type { CallOutcome } from '../call-log';
import type { MessageReference } from '../content';
import type { bindingMessage, revocationMessage } from '../device-binding';
import type { PlainImage } from '../images/image-cipher';
import type { Role } from '../roles';
import type { ShownBody } from '../timeline';

/** Why an action failed. The interface has a sentence for each. */
export type MessengerReason =
  /** The server can't be reached. Messages wait in the outbox, other actions have to be repeated. */
  | 'offline'
  /** The server refused, for example because of a rate limit or a full queue. */
  | 'server'
  /** This browser has no device for the account yet, or the device was revoked. */
  | 'noDevice'
  /** The other account hasn't turned messages on, or all of its key packages are expired. */
  | 'notReachable'
  /** Too much waits for all devices of the others, which are offline for long, so none of them gets it. */
  | 'notDelivered'
  /** The roles of the conversation don't allow it. */
  | 'notAllowed'
  /** The device is not a member of the conversation anymore. */
  | 'notMember'
  /** The account is blocked, or blocks this one. */
  | 'blocked'
  /** An account's devices changed in a way that has to be accepted first. */
  | 'identity'
  /** The security code changed after it was shown. */
  | 'codeChanged'
  /** Other members changed the conversation at the same time, again and again. */
  | 'busy'
  /** The text is empty, too long, or the conversation has too many members. */
  | 'invalid'
  /** The passphrase is wrong, or the file isn't a backup of this account. */
  | 'backup'
  /** The account has uploaded too many images for now. */
  | 'imageLimit'
  /** The server doesn't have the image anymore. */
  | 'gone'
  /** An image isn't what its message says. */
  | 'broken'
  /** The browser's storage is full. */
  | 'storage';

/** An action of the messenger that failed. `reason` selects the sentence that is shown. */
export class MessengerError extends Error {
  override name = 'MessengerError';
  constructor(
    readonly reason: MessengerReason,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** Returns whether nothing else can be done now either: the server or the storage fails, or the device was revoked. */
export const isFinal = (error: unknown): boolean =>
  error instanceof DOMException ||
  (error instanceof MessengerError && (error.reason === 'offline' || error.reason === 'noDevice'));

/** Opaque ID of a conversation on this device. Reveals neither its members nor its name, so it may be part of a URL. */
export type ConversationId = string;

export type ParticipantView = {
  account: Address;
  role: Role;
  isSelf: boolean;
  /** Public keys of the account's devices in the conversation. */
  devices: readonly Hex[];
};

/** Why an account's identity needs the person's attention before anything more is sent to it. */
export type IdentityNotice = {
  account: Address;
  /**
   * `newDevices`: devices were added or revoked since the person compared the security code. Only shown.
   * `behind`, `fork`: the server shows another history of the account's devices than before. Nothing is sent to the
   * account until the person accepts it. `told`: a member of this conversation, `by`, says that the history is another
   * one, which may be a lie. Nothing is sent in this conversation until the person accepts it.
   */
  kind: 'newDevices' | 'behind' | 'fork' | 'told';
  by: Address | null;
};

export type LastMessage = {
  by: Address;
  isOwn: boolean;
  /** When it was received or sent here, in ms since the epoch. */
  at: number;
  /** Null if the message was deleted. */
  body: ShownBody | null;
};

/** A call, as the list shows it. */
export type LastCall = {
  /** Who called. */
  by: Address;
  isOwn: boolean;
  /** When it was last heard of here, in ms since the epoch. */
  at: number;
  /** Whether this account was called, and didn't answer. */
  isMissed: boolean;
};

/** A conversation as the list and its header show it. */
export type ConversationView = {
  id: ConversationId;
  kind: 'direct' | 'room';
  /** The other account of a direct conversation. Null for rooms. */
  peer: Address | null;
  /** Name of a room. Empty if the room has none yet, and for direct conversations. */
  name: string;
  /** Accounts in the conversation, this one first. Empty if this device isn't a member. */
  participants: readonly ParticipantView[];
  /** This account's role. Null if it left, or was removed. */
  ownRole: Role | null;
  lastMessage: LastMessage | null;
  /** The latest call, unless a message is newer. */
  lastCall: LastCall | null;
  /** Time of the latest activity in ms since the epoch. The list's order. */
  at: number;
  unread: number;
  /** When the room's invite code ends, in ms since the epoch. Null if this device has made none that can be used. */
  inviteEnds: number | null;
  isMuted: boolean;
  /** Whether the peer of a direct conversation is blocked. */
  isBlocked: boolean;
  /** Whether a stranger started it and the person hasn't accepted it yet. Requests are shown apart, without sound. */
  isRequest: boolean;
  /** Account that invited this one, if it's a request. */
  invitedBy: Address | null;
  identity: readonly IdentityNotice[];
  /** Whether the person has marked the present security code as compared. */
  isVerified: boolean;
  /** Text that was typed but not sent. */
  draft: string;
  /** Accounts that are typing at this moment. */
  typing: readonly Address[];
};

export type MessageState =
  /** Received from another account, or from another device of this one. */
  | { kind: 'received' }
  | { kind: 'waiting' }
  | { kind: 'sent' }
  /** Wasn't sent. `retry` sends it again, `discard` removes it. */
  | { kind: 'failed'; reason: MessengerReason };

export type MessageView = {
  kind: 'message';
  /** Position in the conversation on this device. Unique, and larger for newer messages. */
  sequence: number;
  reference: MessageReference;
  by: Address;
  isOwn: boolean;
  /** When the sender's clock says that it was sent, in ms since the epoch. */
  at: number;
  /** Null if the sender deleted it. */
  body: ShownBody | null;
  isEdited: boolean;
  /** For a payment: whether an earlier message of the sender is about the same transaction, in any conversation. */
  isRepeated?: boolean;
  reactions: readonly { emoji: string; by: readonly Address[] }[];
  state: MessageState;
  /** Other accounts that have read up to here or further, if they share that. */
  readBy: readonly Address[];
};

/** What members did. Shown as a line between messages. */
export type NoticeEvent =
  | { type: 'added' | 'removed'; accounts: readonly Address[] }
  | { type: 'left' }
  /** Devices of an account that is already, or still, a member. */
  | { type: 'devicesAdded' | 'devicesRemoved'; account: Address; devices: readonly Hex[] }
  | { type: 'role'; account: Address; role: Role }
  | { type: 'renamed'; name: string }
  | { type: 'joined' }
  /** A voice call of the account `by`. `seconds` is how long it was, if it has ended. */
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
 * A view of a conversation's messages that loads page by page, newest first. It loads and follows changes while it has
 * subscribers.
 */
export type TimelineHandle = {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => TimelineSnapshot;
  /** Loads the next older page. Resolves at once if there is none, or if one is loading. */
  loadOlder: () => Promise<void>;
  /** Loads all pages from the newest to the given item, for example to show a search result. */
  loadTo: (sequence: number) => Promise<void>;
};

export type SearchResult = {
  conversationId: ConversationId;
  sequence: number;
  by: Address;
  at: number;
  text: string;
  /** Where the match is in `text`, in UTF-16 code units. */
  start: number;
  end: number;
};

export type DeviceView = {
  deviceKey: Hex;
  /** Whether it's this browser. */
  isThis: boolean;
  /** Seconds since the epoch. */
  created: number;
  expires: number;
  isRevoked: boolean;
};

/** An invitation by link that this account has answered. */
export type InvitationView = {
  inviter: Address;
  /** The room's name, as the link says. */
  room: string;
  /** Whether the inviter has withdrawn it, or replaced it by another. */
  hasEnded: boolean;
};

/** A signal of a call, with the account, device, and conversation that MLS authenticated. */
export type ReceivedSignal = { from: SignalOrigin; signal: CallSignal };

/** Choices that are stored on this device only. Both are off until the person turns them on. */
export type MessengerSettings = { sharesTyping: boolean; sharesReadMarks: boolean };

export type MessengerSnapshot = {
  /**
   * `starting`: reads its storage. `noDevice`: `startDevice` is needed. `revoked`: the account revoked this device; its
   * history can still be read and exported. `unavailable`: the browser's storage can't be used, for example in private
   * windows.
   */
  phase: 'starting' | 'noDevice' | 'ready' | 'revoked' | 'unavailable';
  /** Whether the last call reached the server. */
  isOnline: boolean;
  /** True once everything that waited on the server at the start has been processed. */
  isCaughtUp: boolean;
  /** All conversations, the latest activity first, requests included. */
  conversations: readonly ConversationView[];
  /** Answered invitations whose room this account isn't in yet. */
  invitations: readonly InvitationView[];
  settings: MessengerSettings;
  /** How many items from the server were refused as forged or malformed. */
  refusedItems: number;
  /** Seconds since the epoch at which the device's binding expires. Null without a device. */
  bindingExpires: number | null;
  /** Public key of this browser's device. Null without a device. */
  deviceKey: Hex | null;
};

/** Signs for the account. Rejections by the person are thrown on as they are. */
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
  /** Fetches what waits, sends what waits in the outbox, and looks after devices and members. Also happens by itself. */
  sync: () => Promise<void>;
  /** Does the same when the person comes back to the page, but looks after devices and members only from time to time. */
  refresh: () => Promise<void>;
  close: () => void;

  /** Makes this browser a device of the account, for which the account signs a binding (EIP-712). */
  startDevice: (signer: AccountSigner) => Promise<void>;
  /**
   * Signs a new binding of the same device before the present one expires. Conversations that it's in don't need it, new
   * ones do.
   */
  renewDevice: (signer: AccountSigner) => Promise<void>;
  devices: () => Promise<readonly DeviceView[]>;
  /** Revokes a device for good. It is removed from all conversations. */
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
   * Returns the code of a link with which others can ask this account to join a room. It contains a secret, so it is
   * never sent to the server. Stays the same until it is withdrawn, somebody is removed, or a week is over.
   */
  inviteCode: (id: ConversationId) => Promise<string>;
  /** Invalidates the room's code. */
  withdrawInvite: (id: ConversationId) => Promise<void>;
  /** Reads a code without using it. Returns null if it is malformed. */
  readInvite: (code: string) => { inviter: Address; name: string } | null;
  /** Asks the inviter to be added to a room. The room appears when the inviter's device has added this account. */
  joinByInvite: (code: string) => Promise<void>;
  /** Hides an invitation that this account has answered. */
  dismissInvitation: (inviter: Address) => Promise<void>;
  acceptRequest: (id: ConversationId) => Promise<void>;
  /** Deletes a request, and leaves the room if it is one. */
  declineRequest: (id: ConversationId) => Promise<void>;
  /** Deletes a conversation's history from this device. */
  deleteConversation: (id: ConversationId) => Promise<void>;

  timeline: (id: ConversationId) => TimelineHandle;
  /** Stores the message, so it is shown at once, and sends it when that's possible. */
  send: (id: ConversationId, body: Exclude<ShownBody, { type: 'image' }>) => Promise<void>;
  /** Encrypts and stores an image with its message, and sends the message once the image is uploaded. */
  sendImage: (
    id: ConversationId,
    image: PlainImage,
    note?: { description?: string; replyTo?: MessageReference },
  ) => Promise<void>;
  /** Returns how much of a waiting message's image this tab has uploaded, from 0 to 1, or null. Calls subscribers. */
  imageProgress: (message: MessageReference) => number | null;
  /** Returns the image of a message, which is fetched if it isn't on this device, and kept then. */
  readImage: (id: ConversationId, message: MessageReference) => Promise<PlainImage>;
  /** Sets, or removes by null, this account's reaction. */
  react: (id: ConversationId, message: MessageReference, emoji: string | null) => Promise<void>;
  edit: (id: ConversationId, message: MessageReference, text: string) => Promise<void>;
  /** Deletes an own message for all members whose device follows. */
  deleteMessage: (id: ConversationId, message: MessageReference) => Promise<void>;
  retry: (id: ConversationId, message: MessageReference) => Promise<void>;
  /** Removes a message that wasn't sent. */
  discard: (id: ConversationId, message: MessageReference) => Promise<void>;
  setDraft: (id: ConversationId, text: string) => Promise<void>;
  /** Tells the members that this account is typing, at most every few seconds, if the settings allow it. */
  setTyping: (id: ConversationId) => Promise<void>;
  /** Marks everything as read, and tells the members if the settings allow it. */
  markRead: (id: ConversationId) => Promise<void>;
  setMuted: (id: ConversationId, isMuted: boolean) => Promise<void>;
  setBlocked: (account: Address, isBlocked: boolean) => Promise<void>;
  /** Accounts that this one blocks. */
  blocked: () => Promise<readonly Address[]>;
  /** Reports an account to the operator, who learns the reason and the account, but no message. */
  report: (account: Address, reason: string, conversation?: ConversationId) => Promise<void>;
  /** Returns the conversation in which the sender of a payment wrote about it, or null. */
  conversationOfTransfer: (transfer: {
    chainId: number;
    txHash: string;
    from: Address;
  }) => Promise<ConversationId | null>;
  /** Returns messages with a text, newest first, at most `limit`. Decrypts in batches and stops if aborted. */
  search: (
    text: string,
    options?: { conversation?: ConversationId; limit?: number; signal?: AbortSignal },
  ) => Promise<readonly SearchResult[]>;
  setSettings: (settings: Partial<MessengerSettings>) => Promise<void>;

  /**
   * Calls the listener with each signal of a call in an accepted conversation, whichever tab received it. Invites that are
   * too old to ring aren't passed on. Returns a function that stops it.
   */
  onSignal: (listener: (received: ReceivedSignal) => void) => () => void;
  /** Sends a signal of a call at once, and notes in the timeline how the call goes. Rejects if it can't be sent. */
  sendSignal: (id: ConversationId, to: SignalTarget, signal: CallSignal) => Promise<void>;
  /** Notes that a call wasn't answered, although nothing was heard from its caller. */
  noteMissedCall: (id: ConversationId, callId: string) => Promise<void>;

  /** Returns 12 groups of five digits. Empty if this device isn't a member. */
  securityCode: (id: ConversationId) => Promise<readonly string[]>;
  /**
   * Notes that the person compared the code that was shown, or takes that back by null. Rejects with `codeChanged` if the
   * conversation has another code by now.
   */
  setVerified: (id: ConversationId, code: readonly string[] | null) => Promise<void>;
  /** Accepts the present identity of an account, after it was shown in a conversation, so that messages are sent again. */
  acceptIdentity: (account: Address, id: ConversationId) => Promise<void>;

  /** Returns an encrypted file with history and settings, but without keys. */
  exportHistory: (passphrase: string) => Promise<Blob>;
  /** Adds a file's history to that of this device. Messages that are already here stay as they are. */
  importHistory: (file: Blob, passphrase: string) => Promise<Imported>;
};
