import 'server-only';
import type { LimitName } from '@/lib/settings/setting-kinds';
import { hasToken, requireSession, type Session } from '../auth/session';
import { siteOrigin } from '../auth/site-origin';
import { admitAccount, admitClient } from '../limits/admit';

/** Whether a call wants a bearer token; `optional`: it may do without, but one that is sent must be good. */
export type Login = boolean | 'optional';

export type Gate = {
  auth: Login;
  /** The limit that the call counts against; `read` for a GET or HEAD and `write` for any other where absent. */
  limit?: LimitName;
  /** Whether pages of other sites may send it: only for what changes nothing. */
  fromAnySite?: boolean;
};

/**
 * Lets a request in that is within its limits, from our own pages, and logged in as `auth` wants: gives its session, or null.
 * @throws ApiError 401, 403, 429, 503 or 1007.
 */
export async function enter(
  request: Request,
  { auth, limit, fromAnySite = false }: Gate,
): Promise<Session | null> {
  const isRead = ['GET', 'HEAD'].includes(request.method);
  const counted = limit ?? (isRead ? 'read' : 'write');
  // Before it is counted: another site's page must not use up what its visitor may ask of us.
  if (!isRead && !fromAnySite) siteOrigin(request);
  await admitClient(counted, request);
  if (!auth || (auth === 'optional' && !hasToken(request))) return null;
  const session = await requireSession(request);
  await admitAccount(counted, session.address);
  return session;
}
