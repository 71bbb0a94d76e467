/** @jest-environment node */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readChainsFile } from '@/lib/evm/chains-file';
import { launcherEnv, serverEnv } from '@/lib/settings/env';
import { childEnv } from '@/lib/settings/process-env';
import { buildEnv } from '@/server/build/build';
import { defaultOrigins, siteOrigins } from '@/server/process/site';

const settings = {
  DATABASE_URL: 'postgresql://user:secret@127.0.0.1:5432/tidewell',
  CHAINS_FILE: 'config/chains.example.json',
  ORIGINS: 'https://wallet.example.org, http://localhost:3000',
};

let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = childEnv({});
});
afterEach(() => {
  jest.replaceProperty(process, 'env', before);
});
const given = (env: Record<string, string>) =>
  jest.replaceProperty(process, 'env', { NODE_ENV: 'test', ...env });

describe('settings', () => {
  test('OPS-2 the server view returns validated values, and the launcher view requires no settings', () => {
    given({});
    expect(launcherEnv()).toMatchObject({
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      NEXT_DIST_DIR: '.next',
      DRAFTS_DIR: 'drafts',
      LOG_LEVEL: 'info',
      PRICE_PLATFORMS: ['binance', 'coinbase', 'kraken', 'okx'],
      RATE_SOURCES: ['ecb', 'cbc'],
      KRAKEN_SOCKET_URL: 'wss://ws.kraken.com/v2',
    });
    given({ PRICE_PLATFORMS: '', RATE_SOURCES: 'cbc', OKX_REST_URL: 'http://127.0.0.1:1/' });
    expect(launcherEnv()).toMatchObject({
      PRICE_PLATFORMS: [],
      RATE_SOURCES: ['cbc'],
      OKX_REST_URL: 'http://127.0.0.1:1',
    });
    given({ ...settings, PORT: '3100', WALLETCONNECT_PROJECT_ID: '' });
    expect(serverEnv()).toMatchObject({
      ORIGINS: ['https://wallet.example.org', 'http://localhost:3000'],
      PORT: 3100,
      LOG_LEVEL: 'info',
    });
    expect(serverEnv().WALLETCONNECT_PROJECT_ID).toBeUndefined();
  });

  test.each([
    ['PORT', '70000', 'PORT must be a port number from 1 to 65535'],
    ['PORT', '0', 'PORT must be a port number from 1 to 65535'],
    ['PORT', 'http', 'PORT must be a port number from 1 to 65535'],
    ['DATABASE_URL', 'mysql://user:secret@db/x', 'DATABASE_URL must be a postgresql:// address'],
    ['ORIGINS', 'https://example.org/path', /^ORIGINS must be origins like \S+, without a path/],
    ['ORIGINS', 'https://example.org,*', /^ORIGINS must be origins/],
    ['API_ORIGIN', 'https://user:secret@example.org', /^API_ORIGIN must be one origin/],
    ['API_ORIGIN', 'https://example.org/api', /^API_ORIGIN must be one origin/],
    ['EMBED_ORIGINS', '*', /^EMBED_ORIGINS must be origins/],
    ['EMBED_ORIGINS', 'https://app.example.org/', /^EMBED_ORIGINS must be origins/],
    ['EMBED_ORIGINS', 'https://*', /^EMBED_ORIGINS must be origins/],
    ['EMBED_ORIGINS', 'https://*.example.org', /^EMBED_ORIGINS must be origins/],
    ['RPC_ORIGINS', 'https:', /^RPC_ORIGINS must be loopback or https origins/],
    ['RPC_ORIGINS', 'http://node.example.org', /^RPC_ORIGINS must be loopback or https origins/],
    ['RPC_ORIGINS', 'loopback,https://node.example.org/key', /^RPC_ORIGINS must be loopback/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be trace, debug/],
    ['WALLETCONNECT_PROJECT_ID', 'mine', /^WALLETCONNECT_PROJECT_ID must be the 32 hexadecimal digits/],
    ['PREVIEW_SECRET', 'open-sesame', 'PREVIEW_SECRET must have at least 32 characters'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 32 characters'],
    ['DATABASE_POOL_SIZE', '3', 'DATABASE_POOL_SIZE must be a whole number from 4 to 200'],
    ['DATABASE_WAIT_SECONDS', '0', 'DATABASE_WAIT_SECONDS must be a whole number from 1 to 60'],
    ['DRAIN_SECONDS', '1.5', 'DRAIN_SECONDS must be a whole number from 0 to 300'],
    ['DRAIN_SECONDS', '301', 'DRAIN_SECONDS must be a whole number from 0 to 300'],
    ['BUILD_ON_START', 'no', 'BUILD_ON_START must be 0 or 1'],
    ['PRICE_PLATFORMS', 'binance,elsewhere', /^PRICE_PLATFORMS must be names out of binance, coinbase/],
    ['BINANCE_SOCKET_URL', 'https://example.org', 'BINANCE_SOCKET_URL must be a ws or wss address'],
    ['ECB_RATES_URL', 'file:///etc/passwd', 'ECB_RATES_URL must be an http or https address'],
    ['S3_ENDPOINT', 'https://s3.example.org', 'S3_BUCKET is not set, which an S3 store needs'],
    ['S3_SECRET_ACCESS_KEY', 'a secret', 'S3_ENDPOINT is not set, which an S3 store needs'],
    ['S3_REGION', 'north pole', 'S3_REGION must be the name of a region'],
    ['NEXT_PUBLIC_DEMO_WALLET', 'yes', 'NEXT_PUBLIC_DEMO_WALLET must be 1 or unset'],
  ])(
    'OPS-2 an invalid %s (%s) gives a one-line error that names it without revealing the value',
    (name, value, message) => {
      given({ [name]: value });
      expect(() => launcherEnv()).toThrow(message);
      const line = (() => {
        try {
          return launcherEnv() && '';
        } catch (error) {
          return String(error);
        }
      })();
      expect(line).not.toContain('\n');
      expect(line).not.toContain('secret');
    },
  );

  test.each(['DATABASE_URL', 'CHAINS_FILE', 'ORIGINS'])(
    'OPS-2 the server does not start without %s',
    async (name) => {
      given({ ...settings, [name]: '' });
      await jest.isolateModulesAsync(async () => {
        const fresh = await import('@/lib/settings/env');
        expect(() => fresh.serverEnv()).toThrow(`${name} is not set`);
      });
    },
  );
});

test('API-9 OPS-2 a server that forwards API calls needs no database or chains', async () => {
  given({ ORIGINS: settings.ORIGINS, API_ORIGIN: 'https://api.example.org' });
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('@/lib/settings/env');
    expect(fresh.serverEnv().API_ORIGIN).toBe('https://api.example.org');
    expect(() => fresh.databaseEnv()).toThrow('DATABASE_URL is not set');
  });
});

describe('chains file', () => {
  const example = path.join(process.cwd(), 'config', 'chains.example.json');
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-settings-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  async function changed(from: string | RegExp, to: string): Promise<string> {
    const text = await readFile(example, 'utf8');
    const other = text.replace(from, to);
    expect(other).not.toBe(text);
    const file = path.join(dir, 'chains.json');
    await writeFile(file, other);
    return file;
  }

  test('the example file for operators is valid', async () => {
    const { chains, coins } = await readChainsFile(example);
    expect(chains.map(({ id }) => id)).toEqual([11155111, 8453]);
    expect(coins[0]?.tokens[0]).toEqual({ chainId: 11155111, address: null, decimals: 18 });
  });

  test.each([
    [
      'a lower-case address',
      '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
      '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
      /coins\[1\]\.tokens\[0\]\.address: .*EIP-55/,
    ],
    ['a chain listed twice', '"id": 8453', '"id": 11155111', /chains\[1\]\.id: 11155111 is listed twice/],
    ['a coin listed twice', '"id": 2,', '"id": 1,', /coins\[1\]\.id: 1 is listed twice/],
    [
      'a token on no chain',
      /"chainId": 8453, "address": null/,
      '"chainId": 5, "address": null',
      /coins\[0\]\.tokens\[1\]\.chainId: 5 is not in "chains"/,
    ],
    [
      'native decimals that differ',
      '"address": null, "decimals": 18',
      '"address": null, "decimals": 6',
      /coins\[0\]\.tokens\[0\]\.decimals: /,
    ],
    [
      'an address that is no http one',
      'https://mainnet.base.org',
      'ftp://mainnet.base.org',
      /chains\[1\]\.rpcUrl: must be an http/,
    ],
    ['no confirmations', '"confirmations": 3', '"confirmations": 0', /chains\[0\]\.confirmations: /],
    [
      'an unknown block tag',
      '"confirmations": 3',
      '"confirmations": "latest"',
      /chains\[0\]\.confirmations: must be a whole number from 1 to 10000, "safe", or "finalized"$/,
    ],
    [
      'too few confirmations on a chain with real value',
      '"confirmations": 10',
      '"confirmations": 9',
      /chains\[1\]\.confirmations: must be at least 10 on this chain/,
    ],
    [
      'too few confirmations on Ethereum',
      '"id": 8453',
      '"id": 1',
      /chains\[1\]\.confirmations: must be at least 32 on this chain/,
    ],
    ['an unknown entry', '"testnet": true', '"testnet": true, "explorer": "x"', /chains\[0\]: .*explorer/],
    ['broken JSON', '{', '', /is not JSON$/],
  ])('%s is rejected with a one-line error that names the location', async (_, from, to, message) => {
    const reading = readChainsFile(await changed(from, to));
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(/^CHAINS_FILE [^\n]+$/);
  });

  test('a missing file is reported by name', async () => {
    await expect(readChainsFile(path.join(dir, 'none.json'))).rejects.toThrow(/none\.json: cannot be read$/);
  });
});

/** @jest-environment node */

test.each([
  ['127.0.0.1', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000']],
  ['localhost', 3000, ['http://localhost:3000', 'http://127.0.0.1:3000']],
  ['192.0.2.7', 3100, ['http://192.0.2.7:3100', 'http://127.0.0.1:3100', 'http://localhost:3100']],
  ['2001:db8::7', 3000, ['http://[2001:db8::7]:3000', 'http://127.0.0.1:3000', 'http://localhost:3000']],
  ['0.0.0.0', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000']],
  ['::', 3000, ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']],
  ['Wallet.local', 80, ['http://wallet.local', 'http://127.0.0.1', 'http://localhost']],
])(
  'OPS-2 sign-ins at the printed address of HOST %s, PORT %i are accepted without ORIGINS',
  (host, port, origins) => {
    expect(defaultOrigins(host, port)).toEqual(origins);
  },
);

test("SEO-1 the canonical origin is the operator's first origin, or else the printed address", () => {
  const ORIGINS = ['https://example.org', 'https://www.example.org'];
  expect(siteOrigins({ ORIGINS, HOST: '127.0.0.1' }, 3000)).toEqual(ORIGINS);
  expect(siteOrigins({ HOST: '127.0.0.1' }, 3421)[0]).toBe('http://127.0.0.1:3421');
});

test('SEO-1 a build depends only on the canonical origin, so other origins do not make it stale', () => {
  const build = { distDir: '.next', demoWallet: false, origin: 'https://example.org' };
  expect(buildEnv(build)).toMatchObject({ ORIGINS: 'https://example.org' });
  expect(buildEnv({ ...build, origin: 'https://example.net' })).not.toEqual(buildEnv(build));
});
