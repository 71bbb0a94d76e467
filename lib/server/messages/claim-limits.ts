import 'server-only';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Address, isAddressEqual } from 'viem';

/**
 * Hourly limits of claims for single-use key packages, per claiming account and in total. Each claimed package is one
 * more private key that the device has to store. Counted in memory, per instance.
 */
const CLAIMS = { byClaimer: 5, overall: 30 } as const;
const HOUR_S = 60 * 60;

type Limiters = { byClaimer: RateLimiterMemory; overall: RateLimiterMemory };

/** Stored on globalThis, because Next can load this module several times, but the counts must be shared. */
const key = Symbol.for('tidewell.claim-limits');
const registry = globalThis as typeof globalThis & { [key]?: Limiters };

function limiters(): Limiters {
  registry[key] ??= {
    byClaimer: new RateLimiterMemory({ keyPrefix: 'claimer', points: CLAIMS.byClaimer, duration: HOUR_S }),
    overall: new RateLimiterMemory({ keyPrefix: 'claimed', points: CLAIMS.overall, duration: HOUR_S }),
  };
  return registry[key];
}

async function isWithin(limiter: RateLimiterMemory, counted: string): Promise<boolean> {
  try {
    await limiter.consume(counted);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/**
 * Counts a claim. Returns whether it may receive single-use key packages. An account's claims of its own devices are
 * unlimited.
 */
export const mayTakeOnce = async (claimer: Address, address: Address): Promise<boolean> =>
  isAddressEqual(claimer, address) ||
  ((await isWithin(limiters().byClaimer, `${claimer} ${address}`)) &&
    (await isWithin(limiters().overall, address)));
