import type { IncomingMessage } from 'node:http';
import { hasPagePolicy } from '@/lib/settings/process-env';
import {
  isPublicPath,
  noPagePolicy,
  permissionsPolicy,
  REVALIDATED,
  SECURITY_HEADERS,
} from './response-headers';

/** Matches API paths, except the API documentation, which has its own policy. */
export const API_PATH = /^\/api(?!\/docs(?:[/?]|$))(?:[/?]|$)/;
/** Matches what sets its own caching: API calls, and files that are named by their content. */
const CHOOSES_CACHING = new RegExp(`${API_PATH.source}|^/(?:_next/static|avatars|images/art)/`);
/** The pages that show card numbers and encrypt PINs, which choose their own policies. */
const CARD_FRAMES = ['/api/card/frame', '/api/card/pinFrame'];
const PERMISSIONS = 'Permissions-Policy';

const { [PERMISSIONS]: permissions, ...common } = SECURITY_HEADERS;

const policies = (path: string): Record<string, string> => ({
  [PERMISSIONS]: permissionsPolicy(path, permissions),
  // Pages replace this policy with their own. In development, they have none.
  ...(API_PATH.test(path) || hasPagePolicy() ? { 'Content-Security-Policy': noPagePolicy(path) } : {}),
});

/**
 * Returns the headers of every response for a path: `SECURITY_HEADERS` with the permissions of wallet
 * pages and which files other origins may load, the policy of everything other than pages, and the caching of what doesn't
 * choose its own.
 */
export const baseHeaders = (path: string): Record<string, string> => ({
  ...common,
  ...(isPublicPath(path) ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
  ...(CARD_FRAMES.includes(path) ? {} : policies(path)),
  // Next keeps a header that is set, so no page that it answers is shared for the year that it would choose.
  ...(CHOOSES_CACHING.test(path) ? {} : { 'Cache-Control': REVALIDATED }),
});

/** Stored on globalThis, because the API's bundle and server/serve each have a copy of this module. */
const KEY = Symbol.for('tidewell.sends-base-headers');
type IsSent = (request: IncomingMessage) => boolean;
const registry = globalThis as typeof globalThis & { [KEY]?: IsSent };

/**
 * Leaves the base headers of some requests' responses to server/serve, which sends them in one block with all others. `isSent`
 * must be true only for requests that reach the server's listener.
 */
export function leaveBaseHeaders(isSent: IsSent): void {
  registry[KEY] = isSent;
}

/** Returns whether the base headers of a request's response are left to server/serve. */
export const areBaseHeadersLeft: IsSent = (request) => registry[KEY]?.(request) === true;
