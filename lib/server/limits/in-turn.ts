import 'server-only';
import pLimit, { type LimitFunction } from 'p-limit';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { FORGETTABLE_CONNECTIONS } from '../db/client';

/** A counter of calls by key, as `rate-limiter-flexible` has them. */
export type Limiter = { consume: (key: string) => Promise<RateLimiterRes> };

/** Calls of one key that are being counted. An outage ends the wait of all that stand behind it. */
type Turn = { limit: LimitFunction; waiting: number; outage: unknown };

/**
 * Counts the calls of one key a few at a time, so that a client's flood does not fill the pool before its first refusal is
 * known: from then on the limiter refuses from memory. What the limiter throws is thrown on.
 */
export function inTurn(limiter: Limiter): Limiter {
  const turns = new Map<string, Turn>();
  const count = async (key: string, turn: Turn): Promise<RateLimiterRes> => {
    if (turn.outage !== undefined) throw turn.outage;
    try {
      return await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) turn.outage = refusal;
      throw refusal;
    }
  };
  return {
    consume: async (key) => {
      // More than there are connections would only wait there, in the way of other clients.
      const turn = turns.get(key) ?? {
        limit: pLimit(FORGETTABLE_CONNECTIONS),
        waiting: 0,
        outage: undefined,
      };
      turns.set(key, turn);
      turn.waiting += 1;
      try {
        return await turn.limit(() => count(key, turn));
      } finally {
        turn.waiting -= 1;
        // The next ones try the database anew.
        if (turn.waiting === 0) turns.delete(key);
      }
    },
  };
}
