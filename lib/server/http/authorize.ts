import 'server-only';
import type { LimitName } from '@/lib/settings/setting-kinds';
import { hasToken, requireSession, type Session } from '../auth/session';
import { siteOrigin } from '../auth/site-origin';
import { admitAccount, admitClient } from '../limits/admit';
import { ApiError } from './api-error';

/** Whether a call requires a bearer token; `optional`: may be omitted, but must be valid if sent. */
export type AuthRequirement = boolean | 'optional';

export type AccessRules = {
  auth: AuthRequirement;
  /**
   * The limit that the call counts against; by default `read` for a GET or HEAD and `write` for any other.
   */
  limit?: LimitName;
  /** Whether other origins may send it; only for calls that change nothing. */
  fromAnySite?: boolean;
};

/**
 * Checks a request's origin, rate limits and, if `auth` requires one, session; returns the session or null.
 * @throws ApiError 401, 403, 429, 503 or 1007.
 */
export async function authorize(
  request: Request,
  { auth, limit, fromAnySite = false }: AccessRules,
): Promise<Session | null> {
  const isRead = ['GET', 'HEAD'].includes(request.method);
  const counted = limit ?? (isRead ? 'read' : 'write');
  // Checked before counting, so that another site cannot use up its visitor's limit.
  if (!isRead && !fromAnySite) siteOrigin(request);
  await admitClient(counted, request);
  if (!auth || (auth === 'optional' && !hasToken(request))) return null;
  const session = await requireSession(request);
  await admitAccount(counted, session.address);
  return session;
}

/** Maximum nesting of a client's input; no call needs more than three levels. */
const DEPTH_LIMIT = 8;

/** Text that the database can store: PostgreSQL rejects NUL, and half a surrogate pair is not a character. */
const isText = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

function isSound(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([name, inner]) => isText(name) && isSound(inner, depth - 1));
}

/** Rejects text that cannot be stored unchanged, and values nested too deep. @throws ApiError 400. */
export function checkContent(value: unknown): void {
  if (!isSound(value, DEPTH_LIMIT)) throw new ApiError(400, 'malformedBody');
}
