import { bytesToHex, type Hex, hexToBytes, isHex, stringToBytes } from 'viem';
import type { SigningContext } from './context';
import { type Finding, found, ranked } from './finding';
import type { Reading } from './reading';
import { readSignIn } from './sign-in';
import { isWellFormed } from './well-formed';

/** Longer than any message that a person could read. */
export const MESSAGE_BYTES = 32 * 1024;

/** A message as it is signed (EIP-191, version 0x45), and as text where it is UTF-8. */
export type MessageRequest = { raw: Hex; text: string | null };

/** Marks that turn the direction of writing: a text reads otherwise than it is. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** What cannot be seen: control, format, private and unassigned characters, but line breaks and tabs. */
const UNSEEN = /(?![\t\n\r])[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u;
/** Joins several emoji to one; elsewhere it hides. */
const EMOJI_JOINER =
  /(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})/gu;

const decoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array): string | null {
  try {
    return decoder().decode(bytes);
  } catch {
    return null;
  }
}

/** What `personal_sign` was given: hexadecimal bytes, or a text. Null where it is neither, or too long. */
export function parseMessage(data: unknown): MessageRequest | null {
  if (typeof data !== 'string' || data.length > 2 * MESSAGE_BYTES + 2 || !isWellFormed(data)) return null;
  const isBytes = isHex(data) && data.length % 2 === 0;
  const bytes = isBytes ? hexToBytes(data) : stringToBytes(data);
  if (bytes.length > MESSAGE_BYTES) return null;
  return { raw: bytesToHex(bytes), text: decoded(bytes) };
}

/** Every character that cannot be seen, or turns others, by its number: shown, a text has no secrets. */
export const withoutSecrets = (text: string): string =>
  text.replace(new RegExp(`${TURNING.source}|${UNSEEN.source}`, 'gu'), (character) => {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
    return `[U+${code}]`;
  });

const isHash = (raw: Hex, text: string | null) =>
  (text === null && raw.length === 66) || /^\s*(?:0x)?[0-9a-f]{64}\s*$/i.test(text ?? '');

function textFindings(text: string): Finding[] {
  const findings: Finding[] = [];
  if (TURNING.test(text)) findings.push(found('turnedText'));
  if (UNSEEN.test(text.replace(EMOJI_JOINER, '').replace(new RegExp(TURNING.source, 'gu'), '')))
    findings.push(found('hiddenText'));
  return findings;
}

/** What a message says to whom, and what is to be minded about it. */
export function readMessage({ raw, text }: MessageRequest, context: SigningContext): Reading {
  if (text === null) return { findings: [found(isHash(raw, text) ? 'bareHash' : 'notText')], groups: [] };
  const signIn = readSignIn(text, context);
  return {
    findings: ranked([
      ...(signIn?.findings ?? []),
      ...(isHash(raw, text) ? [found('bareHash')] : []),
      ...textFindings(text),
    ]),
    groups: signIn?.groups ?? [],
  };
}
