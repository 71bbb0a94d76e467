import type { Address, Hex } from 'viem';
import type { OwnKeyPackage } from '@/lib/messages/mls/device';
import type { EncodedPending } from '@/lib/messages/mls/group-codec';
import type { LogHead } from '@/lib/messages/protocol/binding-log';
import type { MessageReference } from '@/lib/messages/protocol/content';
import type { DeviceBinding, DeviceRevocation } from '@/lib/messages/protocol/device-binding';
import type { ChangeBody, Message } from '@/lib/messages/protocol/message-changes';
import type { MessengerReason } from '@/lib/messages/protocol/messenger-error';
import type { Member, Roles } from '@/lib/messages/protocol/roles';
import type {
  ConversationId,
  MessageState,
  MessengerSettings,
  NoticeEvent,
} from '@/lib/messages/protocol/view-types';

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
  /** Number of rejected items from the server. */
  refusedItems: number;
};

export type StoredKeyPackage = {
  /** Encoded MLS message with the public key package. */
  publicPackage: Uint8Array;
  privatePackage: OwnKeyPackage['privatePackage'];
  /** Creation time in ms since the epoch. */
  createdAt: number;
  /** Whether it is the last resort, which may be used more than once. */
  isLastResort: boolean;
};

/** An MLS group. A direct conversation has two if both accounts started it at the same time. */
export type StoredGroup = {
  groupId: string;
  conversationId: ConversationId;
  /** Encoded conversation, including its secrets. Null once this device isn't a member. */
  state: Uint8Array | null;
  epoch: number;
  members: readonly Member[];
  roles: Roles;
};

/** A commit of this device that isn't applied yet. */
export type StoredCommit = {
  groupId: string;
  pending: EncodedPending;
  /** Epoch that the commit ends. */
  epoch: number;
  /** Members before the commit, except this device. */
  to: readonly Hex[];
  /** Devices that the commit adds. */
  welcomeTo: readonly Hex[];
  /** Devices for which the server didn't queue it. Null until the server has accepted the commit. */
  missed: readonly string[] | null;
};

export type StoredMessage = Message & {
  kind: 'message';
  state: MessageState;
  /** For a payment: whether an earlier message of the same sender references the same transaction. */
  isRepeated?: boolean;
};
export type StoredNotice = { kind: 'notice'; by: Address; at: number; event: NoticeEvent };
export type StoredItem = StoredMessage | StoredNotice;

/** A reaction, edit, or deletion whose message hasn't arrived yet. */
export type StoredEarly = { by: Address; body: ChangeBody };

export type StoredOutgoing = {
  conversationId: ConversationId;
  messageId: string;
  /**
   * The message that displays the send state: the sent message itself, or the one that it changes. Null if there is
   * none.
   */
  target: MessageReference | null;
  content: Uint8Array;
  /** The latest ciphertext, so that a retry sends identical bytes. */
  encrypted: { groupId: string; epoch: number; message: Uint8Array; to: readonly Hex[] } | null;
  /** Upload state of its image. The message is sent after the upload. Null without an image. */
  upload: 'waiting' | 'done' | null;
  /** Why it couldn't be sent, or null. A failed message waits for `retry` or `discard`. */
  failure: MessengerReason | null;
};

/** The sender's first message about a payment in an accepted or left conversation, even if it was deleted. */
export type StoredTransfer = { conversationId: ConversationId; messageId: string };
/** The image of a message as ciphertext, as the server stores it. Its key is in the message and is deleted with it. */
export type StoredImage = { content: Uint8Array<ArrayBuffer> };

/** Metadata for deleting images without reading them. */
export type StoredImageEntry = {
  conversationId: ConversationId;
  /** In bytes. */
  size: number;
  /** When it was stored, in ms since the epoch. */
  at: number;
};

/** An item of this device's queue on the server. */
export type InboxItem = {
  id: number;
  kind: 'message' | 'commit' | 'welcome';
  groupId: string;
  content: Uint8Array;
  /** For a welcome: the epoch after its commit, and the hash of its access value, as the server recorded them. */
  start: { epoch: number; accessHash: Hex } | null;
};

/** The oldest items of the queue, or new ones. `isComplete` means that nothing else waits. */
export type Inbox = { items: InboxItem[]; isComplete: boolean };

/** A processed item. `hash` is that of its content, because a restored server assigns the same IDs again. */
export type StoredProcessed = {
  hash: Hex;
  /** Whether the server has deleted it. A stream that was open before may still bring it. */
  isAcknowledged: boolean;
};

/** An inbox item that arrived before the commit or welcome that it depends on. */
export type StoredPendingItem = {
  kind: 'message' | 'commit' | 'welcome';
  groupId: string;
  content: Uint8Array;
  /** As in the inbox. */
  start: InboxItem['start'];
  at: number;
  /** For a welcome: the account that sent it. Null if it isn't known. */
  by: Address | null;
};

/** The locally known state of an account's devices. */
export type StoredIdentity = {
  account: Address;
  /** Head of the log when this device last read it. Every later log has to continue it. */
  head: LogHead;
  /** Hash of the log after each of its entries, starting with the empty log. */
  hashes: readonly Hex[];
  /** Heads that members reported and that this device hasn't found in the log. */
  reported: readonly (LogHead & {
    conversation: ConversationId;
    by: Address;
    /** How the log contradicts it. Null until the log is read again. */
    problem: 'shorter' | 'fork' | null;
  })[];
  /** Reported heads that contradict the log, and that the user dismissed as false. */
  ignored: readonly LogHead[];
  active: readonly Hex[];
  /** Signed revocations of the account's devices. */
  revoked: readonly DeviceRevocation[];
  /** How the server's latest log contradicts the one that was read before. */
  problem: 'shorter' | 'fork' | null;
  /** Whether devices changed since the user last checked. */
  hasNewDevices: boolean;
  /** When the log was last read, in ms since the epoch. */
  readAt: number;
};
