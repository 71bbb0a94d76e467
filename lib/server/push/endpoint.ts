import 'server-only';
import { serverEnv } from '@/lib/settings/env';

/** The push services of Chrome, Firefox, and Safari. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
/** Edge's push service has many hosts. They count as one, because a client can make up any number of them. */
const WINDOWS = 'notify.windows.com';

/** Returns whether a URL belongs to the operator's own push service, which may use http and have a private address. */
export function isOwnService({ origin }: URL): boolean {
  return origin === serverEnv().PUSH_SERVICE_ORIGIN;
}

/**
 * Returns the name of the push service of a URL that a client named, or null if messages must not be sent there: it's the
 * operator's own, or one of the browsers', over https on the standard port, without credentials. That the host resolves to a
 * public address is checked when a message is sent.
 */
export function serviceOf(endpoint: string): string | null {
  const url = new URL(endpoint);
  const { protocol, username, password, port, hostname } = url;
  if (isOwnService(url)) return hostname;
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return null;
  if (hostname.endsWith(`.${WINDOWS}`)) return WINDOWS;
  return HOSTS.includes(hostname) ? hostname : null;
}
