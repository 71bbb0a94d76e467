import 'server-only';
import { serverEnv } from '@/lib/env';
import { ApiError } from '../http/api-error';

/** EIP-4361 domain (RFC 3986 authority) and URI. */
export type SiteOrigin = { domain: string; uri: string };

/** The origin a request comes from; the canonical one where it names none. Throws ApiError 403 for one not ours. */
export function siteOrigin(request: Request): SiteOrigin {
  const { ORIGINS } = serverEnv();
  const origin = request.headers.get('origin') ?? ORIGINS[0];
  if (!origin || !ORIGINS.includes(origin)) throw new ApiError(403, 'originNotAllowed');
  return { domain: new URL(origin).host, uri: origin };
}
