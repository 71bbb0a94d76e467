import 'server-only';
import { ParsedMessage } from '@signinwithethereum/siwe-parser';
import { getAddress } from 'viem';
import { readRfc3339 } from '@/lib/format/rfc3339';
import { ApiError } from '../http/api-error';
import type { Nonce } from './nonce';
import { NONCE_DURATION_MS } from './nonce';

/** How far the signing device's clock may be off. */
const CLOCK_SKEW_MS = 60_000;

const refusal = (field: string, cause?: unknown) =>
  new ApiError(400, 'signInMessage', { reason: 'message', field }, { cause });

/**
 * Parses an EIP-4361 message. Also rejects an address without its EIP-55 checksum.
 * @throws ApiError 400 if the message is malformed.
 */
export function parseSiweMessage(text: string): ParsedMessage {
  let parsed: ParsedMessage;
  try {
    parsed = new ParsedMessage(text);
  } catch (error) {
    throw refusal('format', error);
  }
  // The parser warns about every address without capital letters, although some of them have a valid checksum.
  if (getAddress(parsed.address) !== parsed.address) throw refusal('address');
  return parsed;
}

/**
 * Checks a message against the values issued with its nonce at the time `now` (ms since the epoch). Doesn't check the
 * signature.
 * @throws ApiError 400 that names the first field that doesn't match.
 */
export function checkSiweMessage(message: ParsedMessage, nonce: Nonce, now: number): void {
  // A time that can't be read fails its check.
  const issuedAt = readRfc3339(message.issuedAt) ?? -Infinity;
  const expiresAt = readRfc3339(message.expirationTime ?? '') ?? -Infinity;
  const notBefore = message.notBefore === undefined ? now : (readRfc3339(message.notBefore) ?? Infinity);
  const scheme = message.scheme === undefined || nonce.uri.startsWith(`${message.scheme}://`);
  const checks: [field: string, holds: boolean][] = [
    ['scheme', scheme],
    ['domain', message.domain === nonce.domain],
    ['uri', message.uri === nonce.uri],
    ['version', message.version === '1'],
    ['chainId', message.chainId === nonce.chainId],
    ['address', message.address === nonce.address],
    ['statement', message.statement === nonce.statement],
    ['nonce', message.nonce === nonce.nonce],
    ['issuedAt', issuedAt >= nonce.issuedAt.getTime() - CLOCK_SKEW_MS && issuedAt <= now + CLOCK_SKEW_MS],
    ['expirationTime', expiresAt > now && expiresAt - issuedAt <= NONCE_DURATION_MS],
    ['notBefore', notBefore <= now],
  ];
  const failed = checks.find(([, holds]) => !holds);
  if (failed) throw refusal(failed[0]);
}
