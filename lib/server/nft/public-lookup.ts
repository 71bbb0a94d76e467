import 'server-only';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { DNS_TIMEOUT_MS } from './limits';

const ipv4Compatible = new BlockList();
ipv4Compatible.addSubnet('::', 96, 'ipv6');

/** Returns whether an address is a deprecated IPv6 form of an IPv4 address (RFC 4291, section 2.5.5.1), like `::127.0.0.1`. */
export const isIpv4Compatible = (address: string): boolean =>
  isIPv6(address) && ipv4Compatible.check(address, 'ipv6');

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
      if (addresses.some(({ address }) => isIpv4Compatible(address)))
        callback(new Error('an IPv4-compatible address'), '');
      else if (!first) callback(new Error('no address of this family found for the hostname'), '');
      else if (all) callback(null, fitting);
      else callback(null, first.address, first.family);
    },
    (error) => callback(error, ''),
  );
};
