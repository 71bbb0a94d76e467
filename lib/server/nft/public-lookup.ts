import 'server-only';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { DNS_TIMEOUT_MS } from './limits';

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
      if (!first) callback(new Error('no address of this family found for the hostname'), '');
      else if (all) callback(null, fitting);
      else callback(null, first.address, first.family);
    },
    (error) => callback(error, ''),
  );
};
