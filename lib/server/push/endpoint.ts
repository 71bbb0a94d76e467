import 'server-only';
import { isIP } from 'node:net';
import { serverEnv } from '@/lib/settings/env';

/** Returns whether a URL belongs to the operator's own push service, which may use http and have a private address. */
export function isOwnService({ origin }: URL): boolean {
  return origin === serverEnv().PUSH_SERVICE_ORIGIN;
}

/**
 * Returns whether messages may be sent to a URL that a client named: https, a host with a name, the standard port, and no
 * credentials. That the name resolves to a public address is checked when a message is sent.
 */
export function isAllowedEndpoint(endpoint: string): boolean {
  const url = new URL(endpoint);
  if (isOwnService(url)) return true;
  const { protocol, username, password, port, hostname } = url;
  return (
    protocol === 'https:' &&
    username === '' &&
    password === '' &&
    port === '' &&
    isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  );
}
