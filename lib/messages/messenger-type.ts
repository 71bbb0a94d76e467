import type { Address, Hex } from 'viem';
import type { MessageReference, PlainImage } from '@/lib/messages/protocol/content';
import type { ShownBody } from '@/lib/messages/protocol/message-changes';
import type { Role } from '@/lib/messages/protocol/roles';
import type {
  AccountSigner,
  ConversationId,
  DeviceView,
  Imported,
  MessengerSettings,
  MessengerSnapshot,
  ReceivedSignal,
  SearchResult,
  TimelineHandle,
} from '@/lib/messages/protocol/view-types';
import type { CallSignal, SignalTarget } from '@/lib/wallet/calls/signal';
import type { SentTransfer } from './core/transfers';

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
  conversationOfTransfer: (transfer: SentTransfer) => Promise<ConversationId | null>;
  /** Searches messages, newest first, and returns at most `limit` results. Decrypts in batches. Abortable. */
  search: (
    text: string,
    options?: { conversation?: ConversationId; limit?: number; signal?: AbortSignal },
  ) => Promise<readonly SearchResult[]>;
  /** Changes settings. A changed name is sent to the people in all accepted conversations. */
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
   * Records that the user compared the displayed security code, or clears that record if it's null. Rejects with `codeChanged` if
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
