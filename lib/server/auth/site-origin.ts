import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';

/** EIP-4361 domain (RFC 3986 authority) and URI. */
export type SiteOrigin = { domain: string; uri: string };

/**
 * The origin a request comes from: one of ORIGINS, or the canonical one where it names none. Browsers name it with every
 * request that changes something, or say by `Sec-Fetch-Site` (W3C Fetch Metadata) whose page sent it. A request with
 * neither is no browser's; it is let through, for nothing that a browser adds by itself opens an account here: the
 * credential is a bearer token or a signed message. Throws ApiError 403 for another site.
 */
export function siteOrigin(request: Request): SiteOrigin {
  const { ORIGINS } = serverEnv();
  const given = request.headers.get('origin');
  const sentBy = request.headers.get('sec-fetch-site');
  const isOurs = given === null ? ['same-origin', 'none', null].includes(sentBy) : ORIGINS.includes(given);
  const origin = given ?? ORIGINS[0];
  if (!isOurs || !origin) throw new ApiError(403, 'originNotAllowed');
  return { domain: new URL(origin).host, uri: origin };
}
