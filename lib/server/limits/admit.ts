import 'server-only';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import type { LimitName } from '@/lib/settings/setting-kinds';
import { ApiError } from '../http/api-error';
import { type Client, clientOf } from '../http/client-address';
import { countRefusal } from '../metrics/count';
import { limiters, networkLimiters } from './limiters';
import { clientCounts, OpenCounts } from './open-counts';
import type { CountedQuery } from './shared-limiter';

function tooMany(limit: LimitName, { msBeforeNext }: RateLimiterRes): ApiError {
  countRefusal(limit);
  return new ApiError(429, 'tooMany', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
}

/**
 * Counts calls by `count`. Rejects them if the database doesn't respond, because calls counted there (sign-ins, verifications,
 * uploads) need it anyway, and an attacker could otherwise make them without limit.
 * @throws ApiError 429 or 503.
 */
async function take<Result>(limit: LimitName, count: () => Promise<Result>): Promise<Result> {
  try {
    return await count();
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes))
      throw new ApiError(503, 'unavailable', null, { cause: refusal });
    throw tooMany(limit, refusal);
  }
}

/**
 * Counts calls toward their IPv6 network, before they cost a query. Returns a function that takes the count back, for calls
 * whose client is refused, so that they don't count against its neighbors.
 * @throws ApiError 429 if the network has used up its limit.
 */
async function takeOfNetwork(limit: LimitName, network: string, calls: number): Promise<() => Promise<void>> {
  const limiter = networkLimiters()[limit];
  const count = await limiter.penalty(network, calls);
  const endsAt = Date.now() + count.msBeforeNext;
  const giveBack = async () => {
    // The next window starts without this call.
    if (Date.now() < endsAt) await limiter.reward(network, calls);
  };
  if (count.consumedPoints <= limiter.points) return giveBack;
  await giveBack();
  throw tooMany(limit, count);
}

/**
 * Returns whether a call is exempt from the limit. Local reads are exempt: they come from health checks, benchmarks, or
 * visitors behind a proxy that TRUSTED_PROXIES doesn't list, who would all count as one client.
 */
const isFree = (limit: LimitName, { isLocal }: Client) => limit === 'read' && isLocal;

/** Counts calls of a client by `count`, after those of its network. @throws ApiError 429 or 503. */
async function takeOfClient<Result>(
  limit: LimitName,
  { network }: Client,
  calls: number,
  count: () => Promise<Result>,
): Promise<Result> {
  const giveBack = network === null ? null : await takeOfNetwork(limit, network, calls);
  try {
    return await take(limit, count);
  } catch (refusal) {
    await giveBack?.();
    throw refusal;
  }
}

/**
 * Counts one or more calls toward the rate limits of their client and the client's IPv6 network.
 * @throws ApiError 429 with the seconds to wait, or 503 if they can't be counted.
 */
export async function admitCalls(limit: LimitName, client: Client, calls: number): Promise<void> {
  if (isFree(limit, client)) return;
  await takeOfClient(limit, client, calls, () => limiters()[limit].consume(client.id, calls));
}

/** Counts a request toward the rate limits of its client, like `admitCalls`. @throws ApiError 429 or 503. */
export const admitClient = (limit: LimitName, request: Request): Promise<void> =>
  admitCalls(limit, clientOf(request), 1);

/** Like `admitClient`, but returns null, without a promise, if the client's requests aren't limited. */
export const admitKnown = (limit: LimitName, client: Client): Promise<void> | null =>
  isFree(limit, client) ? null : admitCalls(limit, client, 1);

/**
 * Counts one or more calls against a signed-in account, no matter which client it comes from. An unproven address is never
 * counted, because anyone could then lock out its owner.
 * @throws ApiError 429 or 503.
 */
export async function admitAccount(limit: LimitName, address: Address, calls = 1): Promise<void> {
  await take(limit, () => limiters()[limit].consume(address, calls));
}

/** Runs a query, and counts its call in the same statement. Returns the row, or null. @throws ApiError 429 or 503. */
export type CountByQuery = (query: CountedQuery) => Promise<unknown>;

/** Maximum number of requests, per client and per IPv6 /48, whose bodies are read before they are counted. */
const UNCOUNTED = { perClient: 8, perNetwork: 128 };
const uncounted = new OpenCounts();

/**
 * Runs `work`, which counts a request in the statement of its first query. If `work` fails before that query, the request is
 * still counted. If the client has used up its limit, or has too many requests that aren't counted yet, the request is counted
 * before `work` reads it.
 * @throws ApiError 429 or 503, like `admitClient`, or what `work` throws.
 */
export async function admitByQuery<Result>(
  limit: LimitName,
  request: Request,
  work: (countBy: CountByQuery) => Promise<Result>,
): Promise<Result> {
  const client = clientOf(request);
  const limiter = limiters()[limit];
  if (!('consumeWith' in limiter)) throw new Error(`the database doesn't count ${limit} calls`);
  const open = clientCounts(client, UNCOUNTED);
  if (limiter.rejectedMs(client.id) > 0 || uncounted.full(open) !== null) {
    await admitCalls(limit, client, 1);
    return work((query) => limiter.runCounted(query));
  }
  const free = uncounted.add(open);
  let isCounted = false;
  const count = <Counted>(run: () => Promise<Counted>) => {
    isCounted = true;
    return takeOfClient(limit, client, 1, run).finally(free);
  };
  try {
    return await work((query) => count(() => limiter.consumeWith(client.id, query)));
  } finally {
    // If the limit refuses the request, that replaces the refusal of `work`.
    if (!isCounted) await count(() => limiter.consume(client.id));
  }
}
