/** @jest-environment node */
import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { fetchPublic } from '@/lib/server/nft/fetch-public';
import { outsideCertificate, startOutsideHost } from '../../support/outside-host';

const accept = '*/*';
/** Returns an agent for which 127.0.0.1 stands in for a public address. Everything else works as in production. */
const agent = (lookup?: LookupFunction) =>
  new RequestFilteringHttpsAgent({
    keepAlive: false,
    allowIPAddressList: ['127.0.0.1'],
    ca: certificate.cert,
    ...(lookup ? { lookup } : {}),
  });
let certificate: Awaited<ReturnType<typeof outsideCertificate>>;
let host: Awaited<ReturnType<typeof startOutsideHost>>;

beforeAll(async () => {
  certificate = await outsideCertificate();
  host = await startOutsideHost(
    {
      '/a': (_, response) =>
        response.writeHead(200, { 'Content-Type': 'Text/Plain; charset=utf-8' }).end('hello'),
      '/to-a': (_, response) => response.writeHead(307, { Location: '/a' }).end(),
      '/to-inside': (_, response) =>
        response.writeHead(302, { Location: host.origin.replace('0.0.1', '0.0.2') }).end(),
      '/to-http': (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1/' }).end(),
      '/to-nowhere': (_, response) => response.writeHead(302).end(),
      '/to-nothing': (_, response) => response.writeHead(302, { Location: 'https://[' }).end(),
      '/exact': (_, response) => response.end('x'.repeat(1_000)),
      '/announced': (_, response) => {
        response.writeHead(200, { 'Content-Length': 2_000 });
        response.write('x');
      },
      '/long': (_, response) => response.end('x'.repeat(2_000)),
      '/switch': ({ socket }) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
      '/cut': (_, response) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('x');
        response.destroy();
      },
    },
    certificate,
  );
});
afterAll(() => host.stop());

const fetched = (path: string, options: Partial<Parameters<typeof fetchPublic>[1]> = {}) =>
  fetchPublic(new URL(path, host.origin), { limitBytes: 1_000, accept, agent: agent(), ...options });

test('WAL-15 fetches from a public host over https and follows its redirects', async () => {
  expect(await fetched('/a')).toEqual({ bytes: Buffer.from('hello'), mediaType: 'text/plain' });
  expect(await fetched('/to-a')).toMatchObject({ bytes: Buffer.from('hello') });
});

test('WAL-15 does not follow a redirect to http or to a private address', async () => {
  await expect(fetched('/to-http')).rejects.toMatchObject({ problem: 'refused' });
  await expect(fetched('/to-inside')).rejects.toMatchObject({ problem: 'unreachable' });
});

test('WAL-15 rejects a redirect without a valid location', async () => {
  for (const path of ['/to-nowhere', '/to-nothing'])
    await expect(fetched(path)).rejects.toThrow('a redirect without a valid location');
});

test('WAL-15 asks for content that isn’t compressed', async () => {
  await fetched('/a');
  expect(host.asked.at(-1)?.headers['accept-encoding']).toBe('identity');
});

test('WAL-15 does not connect to an IPv6 address that no host has, nor to a cloud’s metadata relay', async () => {
  for (const address of ['[::127.0.0.1]', '[::a9fe:a9fe]', '[::8.8.8.8]', '[4000::1]', '168.63.129.16'])
    await expect(
      fetchPublic(new URL(host.origin.replace('127.0.0.1', address)), { limitBytes: 1_000, accept }),
    ).rejects.toMatchObject({ problem: 'unreachable' });
});

test('WAL-15 a redirect of the gateway can’t leave its folder through an encoded slash', async () => {
  const moved =
    (location: string): RequestListener =>
    (_, response) =>
      response.writeHead(302, { Location: location }).end();
  const gateway = await startOutsideHost({
    '/ipfs/a': moved('/ipfs/..%2fapi%2fv0%2fid'),
    '/ipfs/b': moved('/ipfs/..%5Capi'),
    '/ipfs/c': moved('/ipfs/d?next=%2f'),
    '/ipfs/d': (_, response) => response.end('content'),
  });
  const load = (path: string) =>
    fetchPublic(new URL(path, gateway.origin), {
      limitBytes: 1_000,
      accept,
      gateway: `${gateway.origin}/ipfs/`,
    });
  for (const path of ['/ipfs/a', '/ipfs/b'])
    await expect(load(path)).rejects.toMatchObject({ problem: 'refused' });
  expect(gateway.asked.map(({ path }) => path)).toEqual(['/ipfs/a', '/ipfs/b']);
  expect(await load('/ipfs/c')).toMatchObject({ bytes: Buffer.from('content') });
  await gateway.stop();
});

test('WAL-15 rejects a response that is too large or incomplete', async () => {
  expect((await fetched('/exact')).bytes).toHaveLength(1_000);
  await expect(fetched('/long')).rejects.toMatchObject({ problem: 'tooLarge' });
  await expect(fetched('/announced')).rejects.toMatchObject({ problem: 'tooLarge' });
  await expect(fetched('/cut')).rejects.toMatchObject({ problem: 'unreachable' });
  await expect(fetched('/nothing')).rejects.toMatchObject({ problem: 'unreachable' });
});

test('WAL-15 gives up on a host that switches to another protocol', async () => {
  await expect(fetched('/switch')).rejects.toMatchObject({ problem: 'unreachable' });
});

test('WAL-15 rejects a certificate that no trusted authority signed, or that is for another host', async () => {
  const before = host.asked.length;
  const untrusting = new RequestFilteringHttpsAgent({ allowIPAddressList: ['127.0.0.1'] });
  await expect(fetched('/a', { agent: untrusting })).rejects.toMatchObject({ problem: 'unreachable' });
  const elsewhere: LookupFunction = (_name, options, answer) =>
    options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4);
  const other = new URL('/a', host.origin.replace('127.0.0.1', 'other.invalid'));
  await expect(
    fetchPublic(other, { limitBytes: 1_000, accept, agent: agent(elsewhere) }),
  ).rejects.toMatchObject({ problem: 'unreachable' });
  expect(host.asked).toHaveLength(before);
});

test('WAL-15 checks the address that a hostname resolves to at connection time', async () => {
  const at =
    (address: string): LookupFunction =>
    (_name, options, answer) =>
      options.all ? answer(null, [{ address, family: 4 }]) : answer(null, address, 4);
  const url = new URL(host.origin.replace('127.0.0.1', 'outside.invalid'));
  const ask = (address: string) =>
    fetchPublic(new URL('/a', url), { limitBytes: 1_000, accept, agent: agent(at(address)) });
  expect(await ask('127.0.0.1')).toMatchObject({ bytes: Buffer.from('hello') });
  const before = host.asked.length;
  for (const address of ['127.0.0.3', '10.1.2.3', '169.254.169.254', '0.0.0.0', '100.64.0.1'])
    await expect(ask(address)).rejects.toMatchObject({ problem: 'unreachable' });
  expect(host.asked).toHaveLength(before);
});

test('WAL-15 does not fetch from this machine without the test exception, regardless of its certificate', async () => {
  await expect(fetchPublic(new URL('/a', host.origin), { limitBytes: 1_000, accept })).rejects.toMatchObject({
    problem: 'unreachable',
  });
});
