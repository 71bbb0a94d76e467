/** Entry of the site's list (`RPC_ORIGINS`) that allows nodes on the user's device. */
export const LOOPBACK_NODES = 'loopback';

/** Hosts that every browser resolves to this device. A policy can't name the IPv6 address (CSP, `host-source`). */
const LOOPBACK = ['127.0.0.1', 'localhost'];
const MAX_LENGTH = 2_048;

/** Why an address can't be a node's: what is wrong with it, or that the page's policy doesn't allow it. */
export type NodeUrlProblem = 'invalid' | 'credentials' | 'notAllowed';

/** Returns whether a host is this device. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.includes(host);

/**
 * Reads the address of an RPC endpoint: `https`, or `http` on this device. With `allowed`, it must be one of these origins, or
 * on this device if they have `loopback`.
 */
export function readNodeUrl(
  text: string,
  allowed?: readonly string[],
): { url: string } | { problem: NodeUrlProblem } {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH || !URL.canParse(trimmed)) return { problem: 'invalid' };
  const { protocol, hostname, username, password, origin, href, hash } = new URL(trimmed);
  const isLoopback = isLoopbackHost(hostname);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopback);
  if (!isSecure || hash !== '') return { problem: 'invalid' };
  // Browsers refuse to send requests to such addresses.
  if (username !== '' || password !== '') return { problem: 'credentials' };
  const isAllowed = allowed?.includes(origin) ?? true;
  if (!isAllowed && !(isLoopback && allowed?.includes(LOOPBACK_NODES))) return { problem: 'notAllowed' };
  return { url: href };
}
