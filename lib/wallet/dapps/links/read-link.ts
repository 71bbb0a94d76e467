/** Why a text isn't a link that can be opened: not one of WalletConnect's, of its version 1, or too old. */
export type LinkProblem = 'notLink' | 'oldLink' | 'expired';

const LINK = /^wc:([0-9a-f]{64})@2\?/i;
const OLD = /^wc:[^@]+@1(?:\?|$)/i;
const MAX_CHARACTERS = 2_048;

/**
 * Reads the link with which a DApp offers a connection (WalletConnect's URI, ERC-1328), also inside a link to a wallet app. `now` is in
 * ms since the epoch.
 */
export function readLink(text: string, now: number): { uri: string } | { problem: LinkProblem } {
  const trimmed = text.trim();
  const isWrapped = !/^wc:/i.test(trimmed) && URL.canParse(trimmed);
  const uri = isWrapped ? (new URL(trimmed).searchParams.get('uri') ?? '') : trimmed;
  if (OLD.test(uri)) return { problem: 'oldLink' };
  if (!LINK.test(uri) || uri.length > MAX_CHARACTERS) return { problem: 'notLink' };
  const query = new URLSearchParams(uri.slice(uri.indexOf('?') + 1));
  if (!/^[0-9a-f]{64}$/i.test(query.get('symKey') ?? '')) return { problem: 'notLink' };
  const expiry = query.get('expiryTimestamp');
  return expiry !== null && Number(expiry) * 1_000 <= now ? { problem: 'expired' } : { uri };
}
