import { ParsedMessage } from '@signinwithethereum/siwe-parser';
import { type Address, bytesToHex, type Hex, hexToBytes, isAddressEqual, isHex, stringToBytes } from 'viem';
import { readRfc3339 } from '@/lib/format/rfc3339';
import { addressValue, networkFact, type SigningContext } from './context';
import { type Finding, found, ranked } from './finding';
import { type Fact, type FactLabel, type Reading, textFact } from './reading';
import { isWellFormed, plainAddress } from './typed-data-values';

/** Loosely matches the first line of an EIP-4361 message, so that imitations that don't parse are flagged. */
const PREFIX = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+ethereum\s+account/i;

function parsed(text: string): ParsedMessage | null {
  try {
    return new ParsedMessage(text);
  } catch {
    return null;
  }
}

const HTTP_LOOPBACK = /^http:(?=\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$)/;

/**
 * Returns whether a message's URI (RFC 3986) belongs to the page's origin. A message without a scheme is for https
 * (EIP-4361), which a site on this device rarely has, so that its URI may be of either scheme.
 */
function isOfOrigin({ uri, scheme }: ParsedMessage, origin: string): boolean {
  if (!URL.canParse(uri)) return false;
  const named = new URL(uri).origin;
  return named === origin || (scheme === undefined && named === origin.replace(HTTP_LOOPBACK, 'https:'));
}

function placeFindings(message: ParsedMessage, origin: string): Finding[] {
  const { domain, uri, scheme } = message;
  const page = new URL(origin);
  if (domain.toLowerCase() !== page.host.toLowerCase()) return [found('signInElsewhere', domain, page.host)];
  if (scheme !== undefined && `${scheme}:` !== page.protocol)
    return [found('signInElsewhere', `${scheme}://${domain}`, origin)];
  return isOfOrigin(message, origin) ? [] : [found('signInElsewhere', uri, origin)];
}

function timeFindings({ expirationTime, notBefore }: ParsedMessage, now: bigint): Finding[] {
  const nowMs = Number(now) * 1_000;
  // A time that can't be read makes the message invalid.
  const isOver = expirationTime !== undefined && (readRfc3339(expirationTime) ?? -Infinity) < nowMs;
  const isEarly = notBefore !== undefined && (readRfc3339(notBefore) ?? Infinity) > nowMs;
  return isOver || isEarly ? [found('signInTime')] : [];
}

/** Returns an EIP-4361 time (RFC 3339) for display. An invalid time is shown unchanged. */
function timeFact(label: FactLabel, text: string): Fact {
  const ms = readRfc3339(text);
  if (ms === null) return textFact(label, text);
  return { label, value: { kind: 'time', seconds: BigInt(Math.floor(ms / 1_000)) } };
}

function signInFacts(message: ParsedMessage, address: Address, context: SigningContext): Fact[] {
  const { domain, uri, statement, chainId, issuedAt, expirationTime, notBefore, resources = [] } = message;
  const times = { issued: issuedAt, notBefore, until: expirationTime } as const;
  return [
    textFact('site', domain),
    textFact('uri', uri),
    { label: 'account', value: addressValue(context, address) },
    ...(statement === undefined ? [] : [textFact('statement', statement)]),
    networkFact(context, chainId),
    ...(['issued', 'notBefore', 'until'] as const).flatMap((label) =>
      times[label] === undefined ? [] : [timeFact(label, times[label])],
    ),
    ...resources.map((resource) => textFact('resource', resource)),
  ];
}

/** Checks an EIP-4361 message against the requesting page and the account. Returns null for any other text. */
function readSignIn(text: string, context: SigningContext): Reading | null {
  const message = parsed(text);
  const address = message && plainAddress(message.address);
  if (!message || !address)
    return PREFIX.test(text) ? { findings: [found('signInBroken')], groups: [] } : null;
  const isOther = !isAddressEqual(address, context.account);
  return {
    findings: [
      ...placeFindings(message, context.origin),
      ...(isOther ? [found('signInOther', address)] : []),
      ...(message.chainId === context.chainId
        ? []
        : [found('signInChain', context.networks.get(message.chainId) ?? String(message.chainId))]),
      ...timeFindings(message, context.now),
    ],
    groups: [{ title: 'signIn', facts: signInFacts(message, address, context) }],
  };
}

/** Maximum message size in bytes. Nobody could read a longer message before signing it. */
export const MESSAGE_BYTES = 32 * 1024;

/** The bytes of a message to sign (EIP-191, version 0x45), and its text if they are valid UTF-8. */
export type MessageRequest = { raw: Hex; text: string | null };

/** Bidirectional control characters, which can make text look different from what it says. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** Invisible characters: control, format, private-use, and unassigned ones, except line breaks and tabs. */
const UNSEEN = /(?![\t\n\r])[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u;
/** Zero-width joiner between two emoji, where it is legitimate. */
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

/** Parses the input of `personal_sign`: hexadecimal bytes or text. Returns null if it is neither or too long. */
export function parseMessage(data: unknown): MessageRequest | null {
  if (typeof data !== 'string' || data.length > 2 * MESSAGE_BYTES + 2 || !isWellFormed(data)) return null;
  const isBytes = isHex(data) && data.length % 2 === 0;
  const bytes = isBytes ? hexToBytes(data) : stringToBytes(data);
  if (bytes.length > MESSAGE_BYTES) return null;
  return { raw: bytesToHex(bytes), text: decoded(bytes) };
}

/**
 * Replaces every invisible or direction-changing character with its code point, so that the text can't hide anything.
 */
export const withoutSecrets = (text: string): string =>
  text.replace(new RegExp(`${TURNING.source}|${UNSEEN.source}`, 'gu'), (character) => {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
    return `[U+${code}]`;
  });

/** Like `withoutSecrets`, but also for line breaks, so that a value can't imitate further rows. */
export const onOneLine = (text: string): string =>
  withoutSecrets(text).replace(/[\r\n]/g, (character) => (character === '\n' ? '[U+000A]' : '[U+000D]'));

/** Any 32 bytes may be a hash, even if they are valid text: its author can try inputs until they are. */
const isHash = (raw: Hex, text: string | null) =>
  raw.length === 66 || /^\s*(?:0x)?[0-9a-f]{64}\s*$/i.test(text ?? '');

/** Returns the warnings about a text's invisible and direction-changing characters. */
export function textFindings(text: string): Finding[] {
  const findings: Finding[] = [];
  if (TURNING.test(text)) findings.push(found('turnedText'));
  if (UNSEEN.test(text.replace(EMOJI_JOINER, '').replace(new RegExp(TURNING.source, 'gu'), '')))
    findings.push(found('hiddenText'));
  return findings;
}

/** Returns the warnings about a message and, for a sign-in message, its fields. */
export function readMessage({ raw, text }: MessageRequest, context: SigningContext): Reading {
  if (text === null) return { findings: [found(isHash(raw, text) ? 'bareHash' : 'notText')], groups: [] };
  const signIn = readSignIn(text, context);
  return {
    findings: ranked([
      ...(signIn?.findings ?? []),
      ...(isHash(raw, text) ? [found('bareHash')] : []),
      ...textFindings(text),
      // A service can derive a key from the signature of any text.
      ...(signIn || isHash(raw, text) ? [] : [found('plainText')]),
    ]),
    groups: signIn?.groups ?? [],
  };
}
