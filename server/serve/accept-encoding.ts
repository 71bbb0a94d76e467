import Negotiator from 'negotiator';
import type { Encoding } from '@/lib/http/response-parts';

/**
 * Encodings, ordered from smallest to largest output. The client's order of preference is ignored, because it carries
 * little information.
 */
const offered = ['br', 'gzip', 'identity'] as const satisfies Encoding[];
/** Cached results by header value. Browsers send only a few different values. */
const known = new Map<string, readonly Encoding[]>();
const MAX_KNOWN = 100;

/** Returns the encodings that an `Accept-Encoding` header accepts (RFC 9110, section 12.5.3), smallest first. */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const found = known.get(header);
  if (found) return found;
  const allowed = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...offered]);
  const accepted = offered.filter((encoding) => allowed.includes(encoding));
  if (known.size < MAX_KNOWN) known.set(header, accepted);
  return accepted;
}
