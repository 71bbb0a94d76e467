import { bytesToHex } from 'viem';
import { z } from 'zod';
import { address, hash } from '@/lib/api/schemas/values';
import { hasQuote, nameProblem, normalizeName } from '@/lib/validation/name';
import { callSignal } from '@/lib/wallet/calls/signal';
import { CONTENT_SIZES, IMAGE_SIZES, paddedSize } from './padding';

/** Maximum length of a message's text in UTF-16 code units, the unit of HTML text fields. */
export const MAX_TEXT_LENGTH = 4_000;
/** Maximum length of encoded content in bytes. Leaves room for the MLS framing within the server's limit of 64 KiB. */
const MAX_CONTENT_BYTES = Math.max(...CONTENT_SIZES);
/** Maximum length of a reaction. One emoji can consist of many code points. */
const MAX_REACTION_LENGTH = 32;

/**
 * A flag, or an emoji with its modifiers and joined emoji. Letters and digits are excluded, because they could spell
 * out text.
 */
const EMOJI =
  /^(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)$/u;
export const reactionEmoji = z.string().max(MAX_REACTION_LENGTH).regex(EMOJI);
/** Latest time of a message, in ms since the epoch. Its year has four digits in every time zone. */
export const LATEST_MS = Date.UTC(9_999, 0, 1);

/** 16 random bytes in hexadecimal, chosen by the sender. Unique only in combination with the sender. */
const id = z.string().regex(/^[0-9a-f]{32}$/);
const text = z
  .string()
  .max(MAX_TEXT_LENGTH)
  // A lone surrogate can't be encoded in UTF-8.
  .refine((value) => value.trim() !== '' && !/\p{Surrogate}/u.test(value));
/** Identifies a message of the conversation by its sender's account and its ID. */
const reference = z.strictObject({ by: z.string().max(64), id });
export type MessageReference = z.infer<typeof reference>;

/** Maximum length of an image's description in UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 500;
/** Maximum length of an encrypted image, in bytes. */
export const MAX_IMAGE_BYTES = Math.max(...IMAGE_SIZES);
/** Maximum length of an image's longer side, in pixels. */
export const MAX_IMAGE_SIDE = 2_048;

const hex32Bytes = z.string().regex(/^[0-9a-f]{64}$/);
const side = z.int().min(1).max(MAX_IMAGE_SIDE);
const imageFile = z.strictObject({
  /** ID of the ciphertext on the server: 128 random bits. */
  id,
  /** AES-256-GCM key, used for this image only. */
  key: hex32Bytes,
  /** Hash and length in bytes of the ciphertext, including its nonce. */
  sha256: hex32Bytes,
  size: z.int().min(1).max(MAX_IMAGE_BYTES),
  mediaType: z.enum(['image/webp', 'image/jpeg']),
  /** In pixels. Used to reserve space before the image loads. */
  width: side,
  height: side,
});
export type ImageFile = z.infer<typeof imageFile>;
export type SentImageType = ImageFile['mediaType'];

/** A decrypted image: an encoded bitmap and the dimensions from its header. */
export type PlainImage = Pick<ImageFile, 'mediaType' | 'width' | 'height'> & {
  bytes: Uint8Array<ArrayBuffer>;
};

/** Maximum length of a room's name in UTF-16 code units. */
export const MAX_NAME_LENGTH = 80;
/** Maximum number of accounts whose log heads fit in one message. */
const MAX_HEADS = 200;

/** Maximum number of abandoned groups in one message. */
export const MAX_ABANDONED = 20;

/** A single line without invisible or direction-changing characters. */
export const roomName = z
  .string()
  .max(MAX_NAME_LENGTH)
  .refine(
    (value) => value.trim() === value && value !== '' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(value),
  );

/** Returns a room name in NFC with collapsed whitespace, or null if it is invalid. */
export function tidyRoomName(value: string): string | null {
  const tidied = roomName.safeParse(value.normalize('NFC').trim().replace(/\s+/g, ' '));
  return tidied.success ? tidied.data : null;
}

/**
 * A profile name, by the rules for names on the server, and without quotation marks. A name that breaks them could imitate
 * parts of the page.
 */
const profileName = z
  .string()
  .refine((value) => normalizeName(value) === value && nameProblem(value) === null && !hasQuote(value));

/** Returns whether a profile name can be shared with the people in conversations. */
export const isShareable = (name: string): boolean => profileName.safeParse(name).success;

/** Body of a message. All of it comes from another device, so it is only ever rendered as text. */
export const messageBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text, replyTo: reference.optional() }),
  /** An encrypted image on the server. Readers download it, verify it, and decode it to a bitmap. */
  z.strictObject({
    type: z.literal('image'),
    image: imageFile,
    /** Alternative text for screen readers and search. */
    description: text.max(MAX_DESCRIPTION_LENGTH).optional(),
    replyTo: reference.optional(),
  }),
  /** Replaces the sender's earlier reaction to the message, or removes it if there is no emoji. */
  z.strictObject({
    type: z.literal('reaction'),
    to: reference,
    emoji: reactionEmoji.nullable(),
  }),
  z.strictObject({ type: z.literal('edit'), to: id, text }),
  z.strictObject({ type: z.literal('delete'), to: id }),
  /**
   * References a transfer on a chain. Readers load it from the chain. The amount and the recipient are left out,
   * because a sender could state false ones.
   */
  z.strictObject({
    type: z.literal('transfer'),
    chainId: z.int().positive(),
    txHash: hash,
    /**
     * Which payment of the transaction it is, if its sender signed it and the operator sent it with others: the digest of a
     * transfer between vault balances, or the nonce of a token's authorization (ERC-3009).
     */
    signed: hash.optional(),
    /** The request that it pays. */
    pays: reference.optional(),
  }),
  /** Requests a payment by an EIP-681 URI, which readers validate like a scanned one. */
  z.strictObject({ type: z.literal('request'), uri: z.string().max(1_024), note: text.optional() }),
  /** Shares a DApp. Readers show it only if their site lists the same DApp, under the site's own name for it. */
  z.strictObject({
    type: z.literal('dapp'),
    slug: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      .max(64),
    origin: z.string().max(300),
  }),
  /** Renames a room. Ignored unless the sender is its owner or an admin. */
  z.strictObject({ type: z.literal('name'), name: roomName }),
  /** The sender is typing. Not stored. */
  z.strictObject({ type: z.literal('typing') }),
  /** The sender has read the conversation up to a message. */
  z.strictObject({ type: z.literal('read'), upTo: reference }),
  /** Sets up or ends a voice call. Only the outcome of the call is stored. */
  z.strictObject({ type: z.literal('call'), signal: callSignal }),
  /** Requests the sender's own removal, because members can't commit their own removal (RFC 9420, section 12.4). */
  z.strictObject({ type: z.literal('leave') }),
  /** Requests to join the room whose invite code contains this secret. */
  z.strictObject({ type: z.literal('join'), secret: id }),
  /** Response to a `join` whose invite code has expired or was withdrawn. */
  z.strictObject({ type: z.literal('inviteEnded'), secret: id }),
  /** IDs of the direct conversation's groups that the sender no longer uses, because a device missed a commit. */
  z.strictObject({ type: z.literal('abandoned'), groups: z.array(id).min(1).max(MAX_ABANDONED) }),
  /**
   * Log heads that the sender has read, by account. Members compare them to detect a server that forks a log. Sent
   * whenever members, devices, or the name change, so it also carries the sender's profile name.
   */
  z.strictObject({
    type: z.literal('heads'),
    /** The profile name that the sender shares. Missing if it shares none. */
    name: profileName.optional(),
    heads: z
      .array(
        z.strictObject({
          account: address,
          length: z.int().nonnegative(),
          hash: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]),
        }),
      )
      .max(MAX_HEADS),
  }),
]);
export type MessageBody = z.infer<typeof messageBody>;

const content = z.strictObject({
  id,
  /** Sending time by the sender's clock, in ms since the epoch. For display only, never for ordering. */
  at: z.int().nonnegative().max(LATEST_MS),
  body: messageBody,
});
export type MessageContent = z.infer<typeof content>;

/** Returns 128 random bits in hexadecimal: the ID of a message or an image, or an invite's secret. */
export const randomId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2);

/** Whitespace that JSON allows after a value (RFC 8259, section 2). */
const SPACE = 0x20;

/**
 * Encodes content for encryption, padded with spaces to one of few sizes, which hide its length and kind.
 * @throws ZodError if a field is invalid, or RangeError if the content is too long.
 */
export function encodeContent(value: MessageContent): Uint8Array<ArrayBuffer> {
  const encoded = new TextEncoder().encode(JSON.stringify(content.parse(value)));
  const size = paddedSize(encoded.length, CONTENT_SIZES);
  if (size === null) throw new RangeError('the content is too long');
  const padded = new Uint8Array(size).fill(SPACE);
  padded.set(encoded);
  return padded;
}

/** Decodes a decrypted message. Returns null if it is malformed or of a type that this version doesn't support. */
export function decodeContent(encoded: Uint8Array): MessageContent | null {
  if (encoded.length > MAX_CONTENT_BYTES) return null;
  try {
    return content.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(encoded)));
  } catch {
    // Content from other devices may be malformed.
    return null;
  }
}
