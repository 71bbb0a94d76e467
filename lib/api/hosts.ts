import { type ApiHost, apiHosts } from '@/lib/settings/build-env';

/** Where calls go unless they name a host. */
const DEFAULT_BASE = '/api';

const configured = (): Partial<Record<ApiHost, string>> => JSON.parse(apiHosts() || '{}');

/**
 * The address of a call (API-2). A host that is not configured is the default one; without its setting `none` leaves
 * the path, or the whole address, as it is given.
 */
export function apiUrl(path: string, host?: ApiHost): string {
  if (host === undefined) return DEFAULT_BASE + path;
  return (configured()[host] ?? (host === 'none' ? '' : DEFAULT_BASE)) + path;
}

/** Whether an address is of this site or of a configured host: nobody else is told a visitor's token. */
export function isTrusted(address: string): boolean {
  const here = window.location.origin;
  const origins = [here, ...Object.values(configured()).map((base) => new URL(base, here).origin)];
  return URL.canParse(address, here) && origins.includes(new URL(address, here).origin);
}
