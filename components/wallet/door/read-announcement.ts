import { type BrowserWallet, isProvider } from './browser-wallet';
import { readIcon } from './read-icon';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A domain name of two or more labels (RFC 1034). */
const RDNS = /^(?=.{3,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/i;
/** Control, bidirectional, zero-width and other characters that show nothing. */
const UNSEEN = /(?![\t\n\r])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** More marks on one letter than any language writes; they run over the rows around them. */
const PILED = /\p{M}{5,}/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const LONGEST_NAME = 64;

/** Returns the name without invisible characters, or null unless it then has 1 to 64 characters. */
function readName(name: unknown): string | null {
  // Nothing is searched in a text of any length.
  if (typeof name !== 'string' || name.length > 1024) return null;
  const visible = name.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  if (!VISIBLE.test(visible) || PILED.test(visible) || [...visible].length > LONGEST_NAME) return null;
  return visible;
}

/** An icon that can't be read costs the icon, not the wallet. */
function readIconOrNone(icon: unknown): string | null {
  try {
    return readIcon(icon);
  } catch {
    return null;
  }
}

/**
 * Returns a copy of the wallet that an `eip6963:announceProvider` event announces, or null if it is invalid (EIP-6963).
 * Every field is read once, because a getter or a proxy can return something else the next time. Never throws.
 */
export function readAnnouncement(event: Event): BrowserWallet | null {
  try {
    const { info, provider } = (event as CustomEvent).detail;
    const { uuid, name: announcedName, rdns, icon } = info;
    const name = readName(announcedName);
    if (typeof uuid !== 'string' || !UUID.test(uuid)) return null;
    if (typeof rdns !== 'string' || !RDNS.test(rdns)) return null;
    if (name === null || !isProvider(provider)) return null;
    const id = rdns.toLowerCase();
    return Object.freeze({ id, name, rdns: id, icon: readIconOrNone(icon), provider });
  } catch {
    // Something is missing, or a getter of the announcer throws.
    return null;
  }
}
