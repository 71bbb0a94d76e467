import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';

/** EIP-4361 domain (RFC 3986 authority) and URI. */
export type SiteOrigin = { domain: string; uri: string };

/**
 * Returns the origin of a request: one of ORIGINS, or the canonical one if it sends none. Browsers send
 * `Origin` with every request that changes something, or `Sec-Fetch-Site` (W3C Fetch Metadata). A request
 * with neither is not from a browser and is allowed: nothing that a browser adds by itself grants access,
 * because the credential is a bearer token or a signed message.
 * @throws ApiError 403 for another site.
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
