import 'server-only';
import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import type { iceServers } from '@/lib/api/schemas/messages';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import { countRefusal } from '../metrics/count';
import { today } from './daily-storage';
import { requireDevice } from './devices';

/** Lifetime of TURN credentials. A longer call requests new ones when its network changes. */
const CREDENTIAL_SECONDS = 4 * 60 * 60;
/** Length of a pseudonym: 128 bits in base64url. */
const PSEUDONYM_CHARACTERS = 22;
/** Maximum number of credentials per device and hour on one instance. A device keeps them for hours. */
export const CREDENTIALS_PER_HOUR = 12;

/** Stored on globalThis, because Next may load this module more than once, but the counts must be shared. */
const key = Symbol.for('tidewell.turn-credentials');
const registry = globalThis as typeof globalThis & { [key]?: RateLimiterMemory };
registry[key] ??= new RateLimiterMemory({ points: CREDENTIALS_PER_HOUR, duration: 60 * 60 });
const issued = registry[key];

/**
 * Returns the name of an account for the TURN server. It is the same all day (UTC), so that the server's quota per user
 * applies to the account. Without the secret, nobody can tell the account, or link its names of two days.
 */
export const pseudonymOf = (secret: string, account: Address, day = today()): string =>
  createHmac('sha256', secret)
    .update(`${day} ${account.toLowerCase()}`)
    .digest('base64url')
    .slice(0, PSEUDONYM_CHARACTERS);

/**
 * Returns TURN credentials that expire at `expiresAt`, in seconds since the epoch, by coturn's REST scheme
 * (draft-uberti-behave-turn-rest-00). coturn counts connections by the username without the expiry.
 */
export function turnCredentials(
  secret: string,
  expiresAt: number,
  name: string,
): { username: string; credential: string } {
  const username = `${expiresAt}:${name}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

async function countCredentials(deviceKey: Hex): Promise<void> {
  try {
    await issued.consume(deviceKey);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    countRefusal('iceServers');
    throw new ApiError(429, 'tooMany', {
      retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
    });
  }
}

/**
 * Returns the STUN and TURN servers for calls.
 * @throws ApiError 403 if the device isn't the account's, or 429 if it has got too many credentials.
 */
export async function readIceServers(
  account: Address,
  { deviceKey }: { deviceKey: Hex },
): Promise<z.input<typeof iceServers>> {
  await requireDevice(account, deviceKey);
  const { ICE_URLS, TURN_URLS, TURN_SECRET } = serverEnv();
  const stun = ICE_URLS.length > 0 ? [{ urls: ICE_URLS }] : [];
  if (TURN_URLS.length === 0 || !TURN_SECRET) return { iceServers: stun, ttl: CREDENTIAL_SECONDS };
  await countCredentials(deviceKey);
  const expiresAt = Math.floor(Date.now() / 1_000) + CREDENTIAL_SECONDS;
  const credentials = turnCredentials(TURN_SECRET, expiresAt, pseudonymOf(TURN_SECRET, account));
  return { iceServers: [...stun, { urls: TURN_URLS, ...credentials }], ttl: CREDENTIAL_SECONDS };
}
