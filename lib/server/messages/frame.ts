import 'server-only';
import { decodeVarLenData, determineLength } from 'ts-mls/codec/variableLength.js';
import { decodeMlsMessage } from 'ts-mls/message.js';
import { ApiError } from '../http/api-error';

/**
 * Protocol version and wire format, the first bytes of an MLS message (RFC 9420, section 6), for private messages and
 * welcomes.
 */
const PRIVATE_MESSAGE = '00010002';
const WELCOME = '00010003';

const refusal = (cause?: unknown) => new ApiError(400, 'messageFrame', { reason: 'frame' }, { cause });

/**
 * Decodes an MLS message that spans all of the bytes. Accepts only private messages and welcomes, whose decoders run in
 * linear time. Other types contain trees and key packages.
 * @throws ApiError 400 for anything else.
 */
function decode(content: Buffer, start: typeof PRIVATE_MESSAGE | typeof WELCOME) {
  if (content.subarray(0, 4).toString('hex') !== start) throw refusal();
  try {
    const [message, length] = decodeMlsMessage(content, 0) ?? [];
    if (message && length === content.length) return message;
  } catch (error) {
    // The library throws if a length field exceeds the available bytes.
    throw refusal(error);
  }
  throw refusal();
}

/**
 * Requires that a message or commit matches its request, so that recipients who rely on either one see the same. The
 * content itself is encrypted.
 * @throws ApiError 400 if its type, group, or epoch differs, or if it isn't an MLS private message.
 */
export function checkFrame(
  content: Buffer,
  { kind, groupId, epoch }: { kind: 'message' | 'commit'; groupId: string; epoch: number },
): void {
  const message = decode(content, PRIVATE_MESSAGE);
  if (message.wireformat !== 'mls_private_message') throw refusal();
  const { privateMessage } = message;
  const isOfCall =
    privateMessage.contentType === (kind === 'message' ? 'application' : 'commit') &&
    privateMessage.epoch === BigInt(epoch) &&
    Buffer.from(privateMessage.groupId).toString('hex') === groupId;
  if (!isOfCall) throw refusal();
}

/** Returns whether a message or commit matches its request, like `checkFrame`. */
export function hasFrame(content: Buffer, call: Parameters<typeof checkFrame>[1]): boolean {
  try {
    checkFrame(content, call);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Start of a welcome's list of secrets: after the version, the wire format, and the cipher suite. */
const SECRETS_OFFSET = 6;
/** Number of vectors in an entry of the list (RFC 9420, section 12.4.3.1): reference, KEM output, and ciphertext. */
const SECRET_VECTORS = 3;

/**
 * Counts a welcome's secrets up to `most` + 1 by the lengths of their vectors, because decoding an entry costs much more
 * than its three bytes.
 */
function countSecrets(content: Buffer, most: number): number {
  try {
    const [secrets] = decodeVarLenData(content, SECRETS_OFFSET) ?? [Buffer.alloc(0)];
    let vectors = 0;
    for (let at = 0; at < secrets.length && vectors <= most * SECRET_VECTORS; vectors += 1) {
      const { length, lengthFieldSize } = determineLength(secrets, at);
      at += lengthFieldSize + length;
    }
    return Math.ceil(vectors / SECRET_VECTORS);
  } catch (error) {
    throw refusal(error);
  }
}

/** Requires that a welcome has at most `recipients` recipients. @throws ApiError 400 otherwise. */
export function checkWelcome(content: Buffer, recipients: number): void {
  const secrets = countSecrets(content, recipients);
  if (secrets === 0 || secrets > recipients) throw refusal();
  decode(content, WELCOME);
}
