import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GET } from '@/app/api/config/clearSigning/route';
import { type Backend, startBackend } from '../../support/api-backend';
import { ORIGIN } from '../../support/plain-chains';

const SHOP = '0x1111111111111111111111111111111111111111';
const folder = mkdtempSync(path.join(tmpdir(), 'clear-signing-'));

let backend: Backend;
beforeAll(async () => {
  mkdirSync(path.join(folder, 'registry'));
  const deployments = [1, 137].map((chainId) => ({ chainId, address: SHOP }));
  const file = {
    context: { contract: { deployments } },
    metadata: { owner: 'Example Shop', contractName: 'Shop' },
    display: {
      formats: { 'buy(uint256 amount)': { intent: 'Buy', fields: [{ path: 'amount', label: 'Amount' }] } },
    },
  };
  writeFileSync(path.join(folder, 'registry/shop.json'), JSON.stringify(file));
  writeFileSync(path.join(folder, 'registry/broken.json'), '{');
  backend = await startBackend({ env: { CLEAR_SIGNING_DIR: folder } });
});
afterAll(async () => {
  await backend.stop();
  rmSync(folder, { recursive: true });
});

const ask = (query: string, headers: Record<string, string> = {}) =>
  GET(new Request(`${ORIGIN}/api/config/clearSigning?${query}`, { headers }), {
    params: Promise.resolve({}),
  });

test('SIGN-2 what the registry says about a contract is served for this deployment, with an ETag', async () => {
  const response = await ask(`chainId=137&address=${SHOP}`);
  expect(await response.json()).toMatchObject({
    code: 200,
    data: [
      {
        context: { contract: { deployments: [{ chainId: 137, address: SHOP }] } },
        metadata: { owner: 'Example Shop', contractName: 'Shop' },
        display: { formats: { 'buy(uint256 amount)': { intent: 'Buy' } } },
      },
    ],
  });
  const etag = response.headers.get('etag') ?? '';
  const again = await ask(`chainId=137&address=${SHOP}`, { 'If-None-Match': etag });
  expect([again.status, etag]).toEqual([304, expect.stringMatching(/"[\w-]+"$/)]);
});

test('SIGN-2 a contract that the registry doesn’t have has an empty list', async () => {
  expect(await (await ask(`chainId=10&address=${SHOP}`)).json()).toMatchObject({ code: 200, data: [] });
  expect(await (await ask('chainId=1&address=shop')).json()).toMatchObject({ code: 400 });
});
