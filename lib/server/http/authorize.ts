import 'server-only';
import type { LimitName } from '@/lib/settings/setting-kinds';
import { hasToken, requireSession, type Session } from '../auth/session';
import { siteOrigin } from '../auth/site-origin';
import { admitAccount, admitByQuery, admitClient, type CountByQuery } from '../limits/admit';
import { ApiError } from './api-error';

/** Whether a call requires a bearer token. With `optional`, the token may be omitted but must be valid if sent. */
export type AuthRequirement = boolean | 'optional';

export type AccessRules = {
  auth: AuthRequirement;
  /** Rate limit that the call counts against. Defaults to `read` for GET and HEAD, and to `write` otherwise. */
  limit?: LimitName;
  /** Whether other origins may make the call. Set this only for calls that change nothing. */
  fromAnySite?: boolean;
};

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

const limitOf = (request: Request, { limit }: Pick<AccessRules, 'limit'>): LimitName =>
  limit ?? (isRead(request) ? 'read' : 'write');

/** Checked before counting, so that another site can't use up a visitor's rate limit. @throws ApiError 403. */
function checkOrigin(request: Request, { fromAnySite = false }: Pick<AccessRules, 'fromAnySite'>): void {
  if (!isRead(request) && !fromAnySite) siteOrigin(request);
}

/**
 * Checks a request's origin and rate limits and, if `auth` requires one, its session. Returns the session or null.
 * @throws ApiError 401, 403, 429, 503, or 1007.
 */
export async function authorize(request: Request, rules: AccessRules): Promise<Session | null> {
  const { auth } = rules;
  const limit = limitOf(request, rules);
  checkOrigin(request, rules);
  await admitClient(limit, request);
  if (!auth || (auth === 'optional' && !hasToken(request))) return null;
  const session = await requireSession(request);
  await admitAccount(limit, session.address);
  return session;
}

/**
 * Checks a request's origin, and runs `work`, which counts the request in the statement of its first query. For calls that
 * need no session.
 * @throws ApiError 403, 429, or 503, or what `work` throws.
 */
export async function authorizeByQuery<Result>(
  request: Request,
  rules: Omit<AccessRules, 'auth'>,
  work: (countBy: CountByQuery) => Promise<Result>,
): Promise<Result> {
  checkOrigin(request, rules);
  return admitByQuery(limitOf(request, rules), request, work);
}

/** Maximum nesting depth of a client's input. No call needs more than three levels. */
const DEPTH_LIMIT = 8;

/** Returns whether the database can store a string, which must not contain NUL or an unpaired surrogate. */
const isText = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

function isSound(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([name, inner]) => isText(name) && isSound(inner, depth - 1));
}

/** Rejects text that can't be stored unchanged, and values that are nested too deeply. @throws ApiError 400. */
export function checkContent(value: unknown): void {
  if (!isSound(value, DEPTH_LIMIT)) throw new ApiError(400, 'malformedBody');
}
