import 'server-only';
import { isAddress, zeroAddress } from 'viem';

/** Most bytes of one list. */
export const MAX_BYTES = 16 * 1_024 * 1_024;
/** Most addresses of all lists, because every wallet downloads them: about 20 bytes each when compressed. */
export const MAX_ADDRESSES = 20_000;
/** Most entries of one list. */
const MAX_ENTRIES = 1_000_000;

/** Addresses and domains of a list, in lowercase. */
export type ReportedList = {
  addresses: readonly string[];
  domains: readonly string[];
  /** Number of entries that are neither an address nor a domain. */
  refused: number;
};

/** Labels of letters, digits, and hyphens (RFC 1035), of which the last isn't a number. A single label is no domain. */
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const isStrings = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Fields of JSON objects that contain entries. */
const FIELDS = ['address', 'addresses', 'domain', 'domains', 'blacklist'];

/** Returns the entries of a list: a JSON array, a JSON object with arrays, or text with an entry on each line. */
function entriesOf(text: string): readonly unknown[] {
  if (!/^\s*[[{]/.test(text))
    return text
      .split(/\r?\n/)
      .map((line) => line.replace(/#.*$/, '').trim())
      .filter((line) => line !== '');
  const json: unknown = JSON.parse(text);
  if (isStrings(json)) return json;
  const fields = Object.entries(json as object).filter(
    ([key, value]) => FIELDS.includes(key) && isStrings(value),
  );
  return fields.flatMap(([, value]) => value as readonly unknown[]);
}

/**
 * Parses a list of known scams. Entries that are neither an address nor a domain are left out.
 * @throws if it isn't JSON although it looks so, is too long, or has no valid entry, so that an error page doesn't replace
 * a list.
 */
export function parseList(text: string): ReportedList {
  const entries = entriesOf(text);
  if (entries.length > MAX_ENTRIES) throw new Error(`has more than ${MAX_ENTRIES} entries`);
  const addresses = new Set<string>();
  const domains = new Set<string>();
  let refused = 0;
  for (const entry of entries) {
    const plain = typeof entry === 'string' ? entry.trim().toLowerCase() : '';
    if (isAddress(plain, { strict: false }) && plain !== zeroAddress) addresses.add(plain);
    else if (DOMAIN.test(plain)) domains.add(plain);
    else refused += 1;
  }
  if (addresses.size + domains.size === 0) throw new Error('has neither an address nor a domain');
  if (addresses.size > MAX_ADDRESSES) throw new Error(`has more than ${MAX_ADDRESSES} addresses`);
  return { addresses: [...addresses], domains: [...domains], refused };
}

/** Returns whether a host is one of the domains, or below one of them. */
export function isReportedHost(host: string, domains: ReadonlySet<string>): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')));
}
