import 'server-only';
import { decodeMlsMessage } from 'ts-mls/message.js';
import { ApiError } from '../http/api-error';

/** MLS 1.0 and the wire format, which come first in each message (RFC 9420, section 6): private message or welcome. */
const PRIVATE_MESSAGE = '00010002';
const WELCOME = '00010003';

const refusal = (cause?: unknown) => new ApiError(400, 'messageFrame', { reason: 'frame' }, { cause });

/**
 * Decodes an MLS message that fills its bytes. Only private messages and welcomes are decoded, whose decoders read each
 * byte once: others have trees and key packages in them.
 * @throws ApiError 400 for anything else.
 */
function decode(content: Buffer, start: typeof PRIVATE_MESSAGE | typeof WELCOME) {
  if (content.subarray(0, 4).toString('hex') !== start) throw refusal();
  try {
    const [message, length] = decodeMlsMessage(content, 0) ?? [];
    if (message && length === content.length) return message;
  } catch (error) {
    // The library throws if a length exceeds the bytes.
    throw refusal(error);
  }
  throw refusal();
}

/**
 * Confirms that a message or commit is what its call says, so that members who compare only the call, or only the
 * message, see the same. Its content is encrypted.
 * @throws ApiError 400 if it's of another kind, group, or epoch, or isn't an MLS private message.
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

/** Confirms that a welcome is for at most `recipients` devices. @throws ApiError 400 otherwise. */
export function checkWelcome(content: Buffer, recipients: number): void {
  const message = decode(content, WELCOME);
  const secrets = message.wireformat === 'mls_welcome' ? message.welcome.secrets.length : 0;
  if (secrets === 0 || secrets > recipients) throw refusal();
}
