/** @jest-environment node */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import shipped from '@/config/dapps.json';
import { pagePolicyHeaders } from '@/lib/http/response-headers';
import { knownPaths, routes } from '@/lib/routes';
import { readDapps, readFrameOrigins } from '@/lib/settings/dapps-file';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-dapps-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const dapp = {
  slug: 'sample',
  origin: 'https://app.example.org',
  name: 'Sample',
  description: { en: 'A sample.', 'zh-Hant': '範例。' },
  icon: null,
  networks: [1],
};

async function listing(...entries: unknown[]): Promise<string> {
  const file = path.join(dir, 'dapps.json');
  await writeFile(file, JSON.stringify(entries));
  return path.relative(process.cwd(), file);
}

test('DAPP-1 OPS-2 the shipped list is empty', () => {
  expect(shipped).toEqual([]);
});

test('DAPP-1 OPS-2 a DApp has one canonical origin, which uses HTTPS or is on this device', async () => {
  for (const origin of ['https://app.example.org', 'https://app.example.org:8443', 'http://127.0.0.1:3412'])
    expect(await readDapps(await listing({ ...dapp, origin }))).toHaveLength(1);
  for (const origin of [
    'http://app.example.org',
    'https://app.example.org/',
    'https://app.example.org/app',
    'https://APP.example.org',
    'https://app.example.org:443',
    'https://user@app.example.org',
    'https://*.example.org',
    'https://app.example.org; script-src *',
    '*',
    'data:text/html,x',
    'null',
    '',
  ]) {
    const file = await listing({ ...dapp, origin });
    await expect([origin, await readDapps(file).catch(String)]).toEqual([
      origin,
      expect.stringContaining('0.origin'),
    ]);
  }
});

test('DAPP-1 OPS-2 paths stay within the origin, and slugs and origins are unique', async () => {
  for (const faulty of [
    [{ ...dapp, path: '//evil.example' }],
    [{ ...dapp, path: '/\\evil.example' }],
    [{ ...dapp, path: 'app' }],
    [{ ...dapp, icon: 'https://app.example.org/icon.png' }],
    [{ ...dapp, icon: '/icons/../../x.svg' }],
    [{ ...dapp, name: { en: 'Sample' } }],
    [{ ...dapp, networks: [] }],
    [{ ...dapp, extra: 1 }],
    [dapp, { ...dapp, origin: 'https://other.example.org' }],
    [dapp, { ...dapp, slug: 'other' }],
  ])
    await expect(readDapps(await listing(...faulty))).rejects.toThrow('dapps.json: ');
});

test('DAPP-4 OPS-5 a DApp on a host of the site fails startup, on any port', async () => {
  const file = await listing(dapp);
  expect(await readFrameOrigins(['https://wallet.example.org'], file)).toEqual([dapp.origin]);
  await expect(readFrameOrigins(['https://wallet.example.org', dapp.origin], file)).rejects.toThrow(
    'https://app.example.org is a host of this site',
  );
  for (const origin of [
    'https://wallet.example.org:8443',
    'https://wallet.example.org.',
    'https://wallet.example.org.:8443',
  ]) {
    const other = await listing({ ...dapp, origin });
    await expect(readFrameOrigins(['https://wallet.example.org'], other)).rejects.toThrow(
      `${origin} is a host of this site`,
    );
  }
  const local = await listing({ ...dapp, origin: 'http://127.0.0.1:3412' });
  expect(await readFrameOrigins(['http://127.0.0.1:3000'], local)).toEqual(['http://127.0.0.1:3412']);
  await expect(readFrameOrigins(['http://127.0.0.1:3412'], local)).rejects.toThrow('is a host of this site');
});

test('DAPP-4 OPS-5 only the DApps page can frame the listed origins, and no other policy is relaxed', () => {
  const settings = { connect: [], frameAncestors: [], frames: [dapp.origin], walletConnect: false };
  const policyOf = (at: string, given = settings) =>
    pagePolicyHeaders(at, [], given)['Content-Security-Policy'] ?? '';
  for (const at of knownPaths)
    for (const prefix of ['', '/zh-Hant']) {
      const isDapps = at === routes.dapps;
      expect([at, policyOf(prefix + at)]).toEqual([
        at,
        expect.stringContaining(`frame-src ${isDapps ? dapp.origin : "'none'"};`),
      ]);
    }
  const without = policyOf(routes.dapps, { ...settings, frames: [] });
  expect(policyOf(routes.dapps).replace(dapp.origin, "'none'")).toBe(without);
  expect(without).toBe(policyOf(routes.fees));
});
