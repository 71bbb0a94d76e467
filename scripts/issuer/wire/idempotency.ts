import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from './errors';

/** A finished answer of the API. */
export interface Answer {
  status: number;
  body: string;
}

interface Use {
  request: string;
  answer?: Answer;
}

/** Stripe forgets keys after 24 hours at the earliest. */
const MEMORY_MS = 24 * 60 * 60 * 1000;
const MAX_LENGTH = 255;

const idempotencyError = (status: number, message: string, code?: string) =>
  new ApiError(status, { type: 'idempotency_error', message, ...(code ? { code } : {}) }, true);

/** Answers of earlier requests by their idempotency key. */
export class IdempotencyKeys {
  readonly #uses = new LRUCache<string, Use>({ max: 100_000, ttl: MEMORY_MS });

  /**
   * Runs a request once per key, and returns the first answer for the same request with the same key. A request that
   * failed before its execution doesn't use up its key.
   *
   * @throws {ApiError} if the key was used for another request, or its first request is still running.
   */
  async once(
    key: string | undefined,
    { path, body }: { path: string; body: string },
    run: () => Promise<Answer & { isBeforeExecution: boolean }>,
  ): Promise<Answer & { isReplayed: boolean }> {
    if (key === undefined) return { ...(await run()), isReplayed: false };
    if (key.length > MAX_LENGTH)
      throw idempotencyError(400, `Idempotency keys may be at most ${MAX_LENGTH} characters.`);
    const request = createHash('sha256').update(`${path}\n${body}`).digest('hex');
    const use = this.#uses.get(key);
    if (use && use.request !== request)
      throw idempotencyError(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (use?.answer) return { ...use.answer, isReplayed: true };
    if (use)
      throw idempotencyError(
        409,
        `There is currently another in-progress request using this Idempotent Key: ${key}`,
        'idempotency_key_in_use',
      );
    this.#uses.set(key, { request });
    const { isBeforeExecution, ...answer } = await run();
    if (isBeforeExecution) this.#uses.delete(key);
    else this.#uses.set(key, { request, answer });
    return { ...answer, isReplayed: false };
  }
}
