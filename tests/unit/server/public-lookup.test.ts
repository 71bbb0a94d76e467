/** @jest-environment node */
import type { LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { fetchPublic } from '@/lib/server/nft/fetch-public';
import { mayBePublic, publicLookup } from '@/lib/server/nft/public-lookup';
import { startDnsServer } from '../../support/dns-server';
import { outsideCertificate, startOutsideHost } from '../../support/outside-host';

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let host: Awaited<ReturnType<typeof startOutsideHost>>;
let certificate: Awaited<ReturnType<typeof outsideCertificate>>;

beforeAll(async () => {
  certificate = await outsideCertificate();
  host = await startOutsideHost({ '/a': (_, response) => response.end('hello') }, certificate);
  dns = await startDnsServer({
    'outside.invalid': ['127.0.0.1'],
    'inside.invalid': ['10.1.2.3'],
    'mixed.invalid': ['203.0.113.5', '::1'],
    'both.invalid': ['203.0.113.5', '2001:db8::1'],
    'nothing.invalid': [],
    'compatible.invalid': ['203.0.113.5', '::7f00:1'],
    'unassigned.invalid': ['203.0.113.5', '4000::1'],
    'azure.invalid': ['203.0.113.5', '168.63.129.16'],
  });
  // Everything else works as in production: only the name server is another one.
  const resolve4: (name: string) => Promise<string[]> = Resolver.prototype.resolve4;
  jest.spyOn(Resolver.prototype, 'resolve4').mockImplementation(function (this: Resolver, name: string) {
    this.setServers([dns.address]);
    return resolve4.call(this, name) as never;
  });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await dns.stop();
  await host.stop();
});

const options = { limitBytes: 1_000, accept: '*/*' };
const at = (name: string) => new URL('/a', host.origin.replace('127.0.0.1', name));

test('WAL-15 connects to the address that DNS returned', async () => {
  const agent = new RequestFilteringHttpsAgent({
    keepAlive: false,
    lookup: publicLookup,
    allowIPAddressList: ['127.0.0.1'],
    ca: certificate.cert,
  });
  expect(await fetchPublic(at('outside.invalid'), { ...options, agent })).toMatchObject({
    bytes: Buffer.from('hello'),
  });
});

test.each(['outside.invalid', 'inside.invalid', 'mixed.invalid', 'compatible.invalid', 'nothing.invalid'])(
  'WAL-15 does not connect to %s, which has no address or a private one',
  async (name) => {
    const before = host.asked.length;
    await expect(fetchPublic(at(name), options)).rejects.toMatchObject({ problem: 'unreachable' });
    expect(dns.asked).toContain(name);
    expect(host.asked).toHaveLength(before);
  },
);

/** Looks up a hostname as a connection does. */
const lookUp = (name: string, wanted: LookupOptions) =>
  new Promise((resolve, reject) =>
    publicLookup(name, wanted, (error, address, family) =>
      error ? reject(error) : resolve(family === undefined ? address : { address, family }),
    ),
  );

test('WAL-15 looks up all addresses, or the first of the wanted family', async () => {
  const [ipv4, ipv6] = [
    { address: '203.0.113.5', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ];
  expect(await lookUp('both.invalid', { all: true })).toEqual([ipv4, ipv6]);
  for (const family of [6, 'IPv6'] as const) expect(await lookUp('both.invalid', { family })).toEqual(ipv6);
  for (const family of [4, 'IPv4'] as const) expect(await lookUp('both.invalid', { family })).toEqual(ipv4);
  await expect(lookUp('outside.invalid', { family: 6 })).rejects.toThrow('no address of this family');
});

test.each(['compatible', 'unassigned', 'azure'])(
  'WAL-15 refuses a hostname if any of its addresses is %s',
  async (name) => {
    for (const family of [4, 6])
      await expect(lookUp(`${name}.invalid`, { family })).rejects.toThrow('an address that is not public');
  },
);

test('WAL-15 states why a hostname has no address', async () => {
  await expect(lookUp('nothing.invalid', { all: true })).rejects.toMatchObject({ code: 'ENODATA' });
});

test('WAL-15 only IPv6 addresses that are assigned to hosts are public, and no cloud’s metadata relay is', () => {
  for (const address of [
    ...['::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '::1', '::', '0:0:0:0:0:0:8.8.8.8', '::ffff:8.8.8.8'],
    ...['64:ff9b::808:808', '100::1', '1fff::1', '4000::1', '5f00::1', 'fd00:ec2::254', 'fe80::1', 'ff02::1'],
    '168.63.129.16',
  ])
    expect([address, mayBePublic(address)]).toEqual([address, false]);
  for (const address of [
    '2000::1',
    '2606:4700::1111',
    '3fff::1',
    '8.8.8.8',
    '168.63.129.17',
    'host.invalid',
    '',
  ])
    expect([address, mayBePublic(address)]).toEqual([address, true]);
});

test('WAL-15 name servers that never answer delay neither other lookups nor file access', async () => {
  // More than the threads of Node's pool, which `dns.lookup` and file access share.
  const silent = Array.from({ length: 16 }, (_, index) => `silent${index}.invalid`);
  const settled: string[] = [];
  const note = (name: string) => () => void settled.push(name);
  const all = silent.map((name) =>
    expect(fetchPublic(at(name), options))
      .rejects.toMatchObject({ problem: 'unreachable' })
      .then(note('silent')),
  );
  await Promise.all([
    stat('/').then(note('file')),
    expect(fetchPublic(at('inside.invalid'), options))
      .rejects.toThrow()
      .then(note('other')),
    ...all,
  ]);
  expect(settled.slice(0, 2).sort()).toEqual(['file', 'other']);
  expect(silent.every((name) => dns.asked.has(name))).toBe(true);
});
