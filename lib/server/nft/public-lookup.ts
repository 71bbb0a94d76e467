import 'server-only';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { DNS_TIMEOUT_MS } from './limits';

/** The only IPv6 addresses that are assigned to hosts on the internet (IANA, RFC 4291, section 2.4). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Public addresses at which a cloud relays the metadata and secrets of its machines: Azure's is the only one. */
const metadataRelays = new BlockList();
metadataRelays.addAddress('168.63.129.16');

/**
 * Returns whether an address may be that of a host on the internet, or whether `address` is a hostname. The agent also
 * refuses what it knows to be private or reserved, but allows IPv6 that nobody has been assigned.
 */
export const mayBePublic = (address: string): boolean =>
  isIPv6(address) ? globalUnicast.check(address, 'ipv6') : !metadataRelays.check(address);

/** Resolves the IPv4 and IPv6 addresses of a hostname in DNS. @throws if there are none, or no server answers in time. */
async function resolve(hostname: string): Promise<LookupAddress[]> {
  // A resolver that is used again would shorten its timeout after fast answers, and then reject slower ones.
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (addresses.length === 0) throw failure?.reason ?? new Error('no address found for the hostname');
  return addresses;
}

/**
 * Looks up a public hostname like `dns.lookup`, but doesn't use Node's thread pool. `dns.lookup` blocks one of its few
 * threads until a name server answers, so a slow one would stop every other lookup of the process, and its file access.
 */
export const publicLookup: LookupFunction = (hostname, { all, family }, callback) => {
  const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family;
  resolve(hostname).then(
    (addresses) => {
      const fitting = wanted ? addresses.filter((address) => address.family === wanted) : addresses;
      const [first] = fitting;
      if (!addresses.every(({ address }) => mayBePublic(address)))
        callback(new Error('an address that is not public'), '');
      else if (!first) callback(new Error('no address of this family found for the hostname'), '');
      else if (all) callback(null, fitting);
      else callback(null, first.address, first.family);
    },
    (error) => callback(error, ''),
  );
};

/** Connects only to public addresses, which it checks at connection time. */
export const publicAgent = new RequestFilteringHttpsAgent({ keepAlive: false, lookup: publicLookup });
