import { bytesToHex } from 'viem';
import { z } from 'zod';
import { address, hash } from '@/lib/api/schemas/values';
import { callSignal } from '@/lib/wallet/calls/signal';

/** Maximum length of a message's text in UTF-16 code units, as text fields count it. */
export const LONGEST_TEXT = 4_000;
/** Maximum length of encoded content in bytes. With MLS's frame, it fits the 64 KiB that the server accepts. */
const LONGEST_BYTES = 60 * 1_024;
/** Maximum length of a reaction. An emoji may be made of many code points. */
const LONGEST_REACTION = 32;

/** A flag, or an emoji with its modifiers and others joined to it. No letters or digits, which could say something. */
const EMOJI =
  /^(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)$/u;
export const reactionEmoji = z.string().max(LONGEST_REACTION).regex(EMOJI);
/** Latest time of a message, in ms since the epoch. Its year has four digits in every time zone. */
export const LATEST_MS = Date.UTC(9_999, 0, 1);

/** 16 random bytes in hexadecimal. The sender chooses it, so it is only unique together with the sender. */
const id = z.string().regex(/^[0-9a-f]{32}$/);
const text = z
  .string()
  .max(LONGEST_TEXT)
  // Half of a surrogate pair can't be encoded.
  .refine((value) => value.trim() !== '' && !/\p{Surrogate}/u.test(value));
/** A message of the conversation, by the account of its sender and its ID. */
const reference = z.strictObject({ by: z.string().max(64), id });
export type MessageReference = z.infer<typeof reference>;

/** Maximum length of an image's description in UTF-16 code units. */
export const LONGEST_DESCRIPTION = 500;
/** Maximum length of an encrypted image, in bytes. */
export const LARGEST_IMAGE_BYTES = 1_024 * 1_024;
/** Maximum length of an image's longer side, in pixels. */
export const LONGEST_IMAGE_SIDE = 2_048;

const hex32Bytes = z.string().regex(/^[0-9a-f]{64}$/);
const side = z.int().min(1).max(LONGEST_IMAGE_SIDE);
const imageFile = z.strictObject({
  /** ID by which the server returns the ciphertext: 128 random bits. */
  id,
  /** AES-256-GCM key of this image alone. */
  key: hex32Bytes,
  /** Hash and length in bytes of the ciphertext, with its nonce. */
  sha256: hex32Bytes,
  size: z.int().min(1).max(LARGEST_IMAGE_BYTES),
  mediaType: z.enum(['image/webp', 'image/jpeg']),
  /** In pixels, so that its place is reserved before it has loaded. */
  width: side,
  height: side,
});
export type ImageFile = z.infer<typeof imageFile>;
export type SentImageType = ImageFile['mediaType'];

/** Maximum length of a room's name in UTF-16 code units. */
export const LONGEST_NAME = 80;
/** Maximum number of accounts whose log heads one message has. */
const MOST_HEADS = 200;

/** One line without characters that can't be seen or that change the direction of text. */
export const roomName = z
  .string()
  .max(LONGEST_NAME)
  .refine(
    (value) => value.trim() === value && value !== '' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(value),
  );

/** Returns a room's name without surrounding and repeated spaces, or null if it can't be one. */
export function tidyRoomName(value: string): string | null {
  const tidied = roomName.safeParse(value.normalize('NFC').trim().replace(/\s+/g, ' '));
  return tidied.success ? tidied.data : null;
}

/** What a message says. Everything in it comes from another device, so it is shown as text only. */
export const messageBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text, replyTo: reference.optional() }),
  /** An encrypted image on the server, which readers fetch, check, and decode to a bitmap. */
  z.strictObject({
    type: z.literal('image'),
    image: imageFile,
    /** What it shows, for those who can't see it, and for the search. */
    description: text.max(LONGEST_DESCRIPTION).optional(),
    replyTo: reference.optional(),
  }),
  /** Replaces the sender's earlier reaction to the message. Without an emoji, removes it. */
  z.strictObject({
    type: z.literal('reaction'),
    to: reference,
    emoji: reactionEmoji.nullable(),
  }),
  z.strictObject({ type: z.literal('edit'), to: id, text }),
  z.strictObject({ type: z.literal('delete'), to: id }),
  /**
   * Points to a transfer on a chain. Readers read it from the chain themselves. The amount and the recipient are not
   * part of it, because nobody should believe them.
   */
  z.strictObject({
    type: z.literal('transfer'),
    chainId: z.int().positive(),
    txHash: hash,
    /** The request that it pays. */
    pays: reference.optional(),
  }),
  /** Asks for a payment by an EIP-681 URI, which readers parse and check as if they had scanned it. */
  z.strictObject({ type: z.literal('request'), uri: z.string().max(1_024), note: text.optional() }),
  /** Shares a DApp. Readers show it only if their site lists the same one, with the name that it has there. */
  z.strictObject({
    type: z.literal('dapp'),
    slug: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      .max(64),
    origin: z.string().max(300),
  }),
  /** Names a room. Counts only if it comes from the owner or an admin. */
  z.strictObject({ type: z.literal('name'), name: roomName }),
  /** The sender is typing. Not stored. */
  z.strictObject({ type: z.literal('typing') }),
  /** The sender has read the conversation up to a message. */
  z.strictObject({ type: z.literal('read'), upTo: reference }),
  /** Sets up or ends a voice call. Only how the call went is stored. */
  z.strictObject({ type: z.literal('call'), signal: callSignal }),
  /** Asks to be removed, because no member can commit its own removal (RFC 9420, section 12.4). */
  z.strictObject({ type: z.literal('leave') }),
  /** Asks to be added to the room whose invite code has this secret. */
  z.strictObject({ type: z.literal('join'), secret: id }),
  /** Answers a `join` whose code was valid once, and isn't any more. */
  z.strictObject({ type: z.literal('inviteEnded'), secret: id }),
  /** Heads of the accounts' logs that the sender has seen, so that members find out if the server forks a log. */
  z.strictObject({
    type: z.literal('heads'),
    heads: z
      .array(
        z.strictObject({
          account: address,
          length: z.int().nonnegative(),
          hash: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]),
        }),
      )
      .max(MOST_HEADS),
  }),
]);
export type MessageBody = z.infer<typeof messageBody>;

const content = z.strictObject({
  id,
  /** When the sender's clock says that it was sent, in ms since the epoch. Only shown, never trusted for order. */
  at: z.int().nonnegative().max(LATEST_MS),
  body: messageBody,
});
export type MessageContent = z.infer<typeof content>;

/** Returns a new message ID. */
export const newMessageId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2);

/**
 * Returns content as bytes to encrypt.
 * @throws ZodError if a field is invalid, or RangeError if the content is too long.
 */
export function encodeContent(value: MessageContent): Uint8Array<ArrayBuffer> {
  const encoded = new TextEncoder().encode(JSON.stringify(content.parse(value)));
  if (encoded.length > LONGEST_BYTES) throw new RangeError('the content is too long');
  return encoded;
}

/** Returns the content of a decrypted message, or null if it is malformed or of a kind that this version doesn't know. */
export function decodeContent(encoded: Uint8Array): MessageContent | null {
  if (encoded.length > LONGEST_BYTES) return null;
  try {
    return content.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(encoded)));
  } catch {
    // Other devices may send anything.
    return null;
  }
}
