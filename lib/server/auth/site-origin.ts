import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';

/** Domain (an RFC 3986 authority) and URI for an EIP-4361 message. */
export type SiteOrigin = { domain: string; uri: string };

/**
 * Returns the origin of a request, which must be one of ORIGINS, or the canonical origin if the request has none. With
 * every request that changes something, browsers send `Origin` or `Sec-Fetch-Site` (W3C Fetch Metadata). A request with
 * neither isn't from a browser. It's allowed, because authentication uses a bearer token or a signed message, and never
 * credentials that browsers add automatically.
 * @throws ApiError 403 if the request comes from another site.
 */
export function siteOrigin(request: Request): SiteOrigin {
  const { ORIGINS } = serverEnv();
  const given = request.headers.get('origin');
  const sentBy = request.headers.get('sec-fetch-site');
  const isAllowed = given === null ? ['same-origin', 'none', null].includes(sentBy) : ORIGINS.includes(given);
  const origin = given ?? ORIGINS[0];
  if (!isAllowed || !origin) throw new ApiError(403, 'originNotAllowed');
  return { domain: new URL(origin).host, uri: origin };
}
