import type { IncomingMessage } from 'node:http';

/** Pages of this machine may use the script and the key for PINs, as any site may use Stripe's. */
const LOOPBACK_ORIGIN = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** Returns headers with which a page of this machine may read an answer to its request. */
export function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (!origin || !LOOPBACK_ORIGIN.test(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'content-type',
    vary: 'origin',
  };
}
