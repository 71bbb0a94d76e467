import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { iceServers } from '@/lib/api/schemas/messages';
import { serverEnv } from '@/lib/settings/env';

/** Lifetime of TURN credentials. A longer call requests new ones when its network changes. */
const CREDENTIAL_SECONDS = 4 * 60 * 60;
const RANDOM_BYTES = 16;

/**
 * Returns TURN credentials that expire at `expiresAt`, in seconds since the epoch, by coturn's REST scheme
 * (draft-uberti-behave-turn-rest-00). The rest of the username is random, so the TURN server can't identify the account
 * or link its calls.
 */
export function turnCredentials(
  secret: string,
  expiresAt: number,
  random: string,
): { username: string; credential: string } {
  const username = `${expiresAt}:${random}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** Returns the STUN and TURN servers for calls. */
export function readIceServers(): z.input<typeof iceServers> {
  const { ICE_URLS, TURN_URLS, TURN_SECRET } = serverEnv();
  const expiresAt = Math.floor(Date.now() / 1_000) + CREDENTIAL_SECONDS;
  return {
    iceServers: [
      ...(ICE_URLS.length > 0 ? [{ urls: ICE_URLS }] : []),
      ...(TURN_URLS.length > 0 && TURN_SECRET
        ? [
            {
              urls: TURN_URLS,
              ...turnCredentials(TURN_SECRET, expiresAt, randomBytes(RANDOM_BYTES).toString('base64url')),
            },
          ]
        : []),
    ],
    ttl: CREDENTIAL_SECONDS,
  };
}
