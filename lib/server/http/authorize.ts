import 'server-only';
import type { LimitName } from '@/lib/settings/setting-kinds';
import { hasToken, requireSession, type Session } from '../auth/session';
import { siteOrigin } from '../auth/site-origin';
import { admitAccount, admitClient } from '../limits/admit';
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

/**
 * Checks a request's origin and rate limits and, if `auth` requires one, its session. Returns the session or null.
 * @throws ApiError 401, 403, 429, 503, or 1007.
 */
export async function authorize(
  request: Request,
  { auth, limit, fromAnySite = false }: AccessRules,
): Promise<Session | null> {
  const isRead = ['GET', 'HEAD'].includes(request.method);
  const counted = limit ?? (isRead ? 'read' : 'write');
  // Checked before counting, so that another site can't use up a visitor's rate limit.
  if (!isRead && !fromAnySite) siteOrigin(request);
  await admitClient(counted, request);
  if (!auth || (auth === 'optional' && !hasToken(request))) return null;
  const session = await requireSession(request);
  await admitAccount(counted, session.address);
  return session;
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
