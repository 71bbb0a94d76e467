/** @jest-environment node */
import { buildEnv } from '@/scripts/launcher/build/build';
import { defaultOrigins, siteOrigins } from '@/scripts/launcher/site';

test.each([
  ['127.0.0.1', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000']],
  ['localhost', 3000, ['http://localhost:3000', 'http://127.0.0.1:3000']],
  ['192.0.2.7', 3100, ['http://192.0.2.7:3100', 'http://127.0.0.1:3100', 'http://localhost:3100']],
  ['2001:db8::7', 3000, ['http://[2001:db8::7]:3000', 'http://127.0.0.1:3000', 'http://localhost:3000']],
  ['0.0.0.0', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000']],
  ['::', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']],
  ['Wallet.local', 80, ['http://wallet.local', 'http://127.0.0.1', 'http://localhost']],
])(
  'OPS-2 logins at the printed address of HOST %s, PORT %i are taken without ORIGINS',
  (host, port, origins) => {
    expect(defaultOrigins(host, port)).toEqual(origins);
  },
);

test("SEO-1 the canonical origin is the operator's first, else the printed address", () => {
  const ORIGINS = ['https://example.org', 'https://www.example.org'];
  expect(siteOrigins({ ORIGINS, HOST: '127.0.0.1' }, 3000)).toEqual(ORIGINS);
  expect(siteOrigins({ HOST: '127.0.0.1' }, 3421)[0]).toBe('http://127.0.0.1:3421');
});

test('SEO-1 a build is told the canonical origin alone: the others do not make it stale', () => {
  const build = { distDir: '.next', demoWallet: false, origin: 'https://example.org' };
  expect(buildEnv(build)).toMatchObject({ ORIGINS: 'https://example.org' });
  expect(buildEnv({ ...build, origin: 'https://example.net' })).not.toEqual(buildEnv(build));
});
