/** @jest-environment node */
import { childEnv } from '@/lib/settings/process-env';

const settings = {
  DATABASE_URL: 'postgresql://127.0.0.1/tidewell',
  CHAINS_FILE: 'config/chains.example.json',
  ORIGINS: 'https://wallet.example.org',
};
const before = childEnv({});
afterAll(() => {
  jest.replaceProperty(process, 'env', before);
});

/** Returns the client address of a request from `peer`, with a TRUSTED_PROXIES setting. */
async function clientOver(peer: string, forwarded?: string, proxies?: string) {
  jest.replaceProperty(process, 'env', {
    NODE_ENV: 'test',
    ...settings,
    ...(proxies ? { TRUSTED_PROXIES: proxies } : {}),
  });
  jest.resetModules();
  const { clientOf } = await import('@/lib/server/http/client-address');
  const { peerHeader } = await import('@/lib/server/http/connections');
  const headers = { [peerHeader()]: peer, ...(forwarded ? { 'X-Forwarded-For': forwarded } : {}) };
  return clientOf(new Request('https://wallet.example.org/api', { headers }));
}

const idOver = async (...given: Parameters<typeof clientOver>) => (await clientOver(...given)).id;

test('OPS-6 without trusted proxies, the client is the peer address, regardless of headers', async () => {
  expect(await idOver('203.0.113.7')).toBe('203.0.113.7');
  expect(await idOver('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  expect(await idOver('203.0.113.7', '127.0.0.1')).toBe('203.0.113.7');
});

test('OPS-6 identifies an IPv6 client by its /64 network, and an IPv4-mapped address as IPv4', async () => {
  expect(await idOver('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64');
  expect(await idOver('2001:db8:1:2:bbbb:cccc:dddd:eeee')).toBe('2001:db8:1:2::/64');
  expect(await idOver('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(await idOver('::ffff:203.0.113.7')).toBe('203.0.113.7');
  for (const zone of ['eth0', 'eth-0.1']) expect(await idOver(`fe80::1%${zone}`)).toBe('fe80:0:0:0::/64');
});

test('OPS-6 an IPv6 client has an ID for its /48 network, and an IPv4 client has none', async () => {
  for (const peer of ['2001:db8:1:2::1', '2001:db8:1:ffff::1'])
    expect(await clientOver(peer)).toMatchObject({ network: '2001:db8:1::/48' });
  for (const peer of ['203.0.113.7', '::ffff:203.0.113.7', ''])
    expect(await clientOver(peer)).toMatchObject({ network: null });
});

test('OPS-6 only loopback addresses are local', async () => {
  for (const local of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect(await clientOver(local)).toMatchObject({ isLocal: true });
  for (const other of ['203.0.113.7', '10.0.0.1', '2001:db8::1', '', 'nonsense'])
    expect(await clientOver(other)).toMatchObject({ isLocal: false });
});

test('OPS-6 a loopback address that a proxy reports is not local, so that its client is limited', async () => {
  const reported = { id: '127.0.0.1', isLocal: false };
  expect(await clientOver('10.0.0.1', '127.0.0.1', '10.0.0.1')).toMatchObject(reported);
  expect(await clientOver('127.0.0.1', '127.0.0.1', '127.0.0.1')).toMatchObject(reported);
  expect(await clientOver('127.0.0.1', '127.8.8.8', '1')).toMatchObject({ id: '127.8.8.8', isLocal: false });
  // A health check on this machine, and a proxy on it that isn't listed.
  expect(await clientOver('127.0.0.1', undefined, '127.0.0.1')).toMatchObject({ isLocal: true });
  expect(await clientOver('127.0.0.1', '198.51.100.1', '10.0.0.1')).toMatchObject({ isLocal: true });
});

test('OPS-6 clients without a valid address share one ID', async () => {
  expect(await idOver('')).toBe('unknown');
  expect(await idOver('nonsense', '198.51.100.1', '1')).toBe('unknown');
});

test('OPS-6 behind a number of proxies, the client is the address seen by the outermost one', async () => {
  expect(await idOver('10.0.0.1', '198.51.100.1', '1')).toBe('198.51.100.1');
  expect(await idOver('10.0.0.1', '192.0.2.66, 198.51.100.1', '1')).toBe('198.51.100.1');
  expect(await idOver('10.0.0.1', '192.0.2.66, 198.51.100.1, 10.0.0.2', '2')).toBe('198.51.100.1');
  expect(await idOver('10.0.0.1', undefined, '1')).toBe('10.0.0.1');
});

test('OPS-6 behind listed proxies, the client is the nearest address that is not one of them', async () => {
  const proxies = '10.0.0.0/8,2001:db8:ffff::/48';
  expect(await idOver('10.0.0.1', '192.0.2.66, 198.51.100.1', proxies)).toBe('198.51.100.1');
  expect(await idOver('10.0.0.1', '198.51.100.1, 10.9.9.9', proxies)).toBe('198.51.100.1');
  expect(await idOver('2001:db8:ffff::1', '2001:db8:5:6::7', proxies)).toBe('2001:db8:5:6::/64');
  expect(await idOver('::ffff:10.0.0.1', '198.51.100.1', proxies)).toBe('198.51.100.1');
  // The headers of an untrusted peer are ignored.
  expect(await idOver('203.0.113.7', '198.51.100.1', proxies)).toBe('203.0.113.7');
});

test('OPS-6 a forwarded value that is not an address counts as the proxy that sent it', async () => {
  expect(await idOver('10.0.0.1', 'unknown', '1')).toBe('10.0.0.1');
  expect(await idOver('10.0.0.1', '<script>, 10.0.0.2', '2')).toBe('10.0.0.2');
});
