import 'server-only';
import pLimit, { type LimitFunction } from 'p-limit';
import { ApiError } from '../http/api-error';
import { countRefusal } from '../metrics/count';
import { CLIENT_CONCURRENT, CLIENT_WAITING, FETCH_TIMEOUT_MS } from './limits';

type Turn = { limit: LimitFunction; count: number };

const turns = new Map<string, Turn>();

/**
 * Loads something for a client, a few at a time, so that hosts that never answer use up only the places of the client
 * that requested them.
 * @throws ApiError 429 if too many of the client's requests are waiting.
 */
export async function inClientTurn<Result>(client: string, load: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(client) ?? { limit: pLimit(CLIENT_CONCURRENT), count: 0 };
  if (turn.count >= CLIENT_CONCURRENT + CLIENT_WAITING) {
    countRefusal('media');
    throw new ApiError(429, 'tooMany', { retryAfter: FETCH_TIMEOUT_MS / 1_000 });
  }
  turns.set(client, turn);
  turn.count += 1;
  try {
    return await turn.limit(load);
  } finally {
    turn.count -= 1;
    if (turn.count === 0) turns.delete(client);
  }
}
