import 'server-only';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import { serverEnv } from '@/lib/settings/env';
import type { LimitName } from '@/lib/settings/setting-kinds';
import { ApiError } from '../http/api-error';
import { type Client, clientOf } from '../http/client';
import { countRefusal } from '../metrics/count';
import { createLimiters, type Limiters } from './limiters';

/** Kept on the global object: routes may have a copy of this module each, and must share what is counted here. */
const key = Symbol.for('tidewell.limiters');
const registry = globalThis as typeof globalThis & { [key]?: Limiters };

function limiters(): Limiters {
  registry[key] ??= createLimiters(serverEnv().RATE_LIMITS);
  return registry[key];
}

/** Forgets what this instance has counted; the limits are read anew from the settings. */
export function forgetLimits(): void {
  delete registry[key];
}

/**
 * A database that does not answer refuses: what is counted there (logins, proofs, uploads) needs it anyway, and without a
 * count these are the calls that an attacker would like to have unlimited. What is read is counted in memory, and goes on.
 */
async function take(limit: LimitName, who: string): Promise<void> {
  try {
    await limiters()[limit].consume(who);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes))
      throw new ApiError(503, 'unavailable', null, { cause: refusal });
    countRefusal(limit);
    throw new ApiError(429, 'tooMany', { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) });
  }
}

/**
 * Whether a call is not counted: reads from this very machine are health checks, measurements, or visitors behind a proxy
 * that TRUSTED_PROXIES does not name, who would all be one client.
 */
const isFree = (limit: LimitName, { isLocal }: Client) => limit === 'read' && isLocal;

/** Counts a call against its client. Throws ApiError 429 with the seconds to wait, 503 where it cannot be counted. */
export async function admitClient(limit: LimitName, request: Request): Promise<void> {
  const client = clientOf(request);
  if (!isFree(limit, client)) await take(limit, client.id);
}

/**
 * Counts a call against a logged-in account, wherever it comes from. An address that nobody has proven is never counted:
 * whoever names it could lock its owner out. Throws ApiError 429 or 503.
 */
export const admitAccount = (limit: LimitName, address: Address): Promise<void> => take(limit, address);
