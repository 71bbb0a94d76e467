import type { RequestListener, ServerResponse } from 'node:http';
import { type Address, encodeAbiParameters, parseAbiParameters } from 'viem';
import { GET as metadata } from '@/app/api/nft/metadata/route';
import { CLIENT_CONCURRENT, CLIENT_WAITING } from '@/lib/server/nft/limits';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { startOutsideHost } from '../../support/outside-host';
import { deployToken } from '../../support/wallet-tokens';

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const GREEDY = '203.0.113.9';
const OTHER = '198.51.100.7';
const pathOf = (tokenId: number) => `/ipfs/${CID}/${tokenId.toString(16).padStart(64, '0')}.json`;
const ANSWERED = [1_001, 1_002];
const SILENT = Array.from({ length: CLIENT_CONCURRENT + CLIENT_WAITING }, (_, index) => index + 1);

let backend: Backend;
let gateway: Awaited<ReturnType<typeof startOutsideHost>>;
let passes: Address;
/** Requests that get no answer until `release` is called. */
const held: ServerResponse[] = [];
let isReleased = false;

const answer = (response: ServerResponse) => response.end(JSON.stringify({ name: 'Answered' }));

function release(): void {
  isReleased = true;
  for (const response of held) answer(response);
}

beforeAll(async () => {
  const holding: RequestListener = (_, response) =>
    isReleased ? answer(response) : void held.push(response);
  const answering: RequestListener = (_, response) => answer(response);
  gateway = await startOutsideHost(
    Object.fromEntries([
      ...SILENT.map((tokenId) => [pathOf(tokenId), holding]),
      ...ANSWERED.map((tokenId) => [pathOf(tokenId), answering]),
    ]),
  );
  backend = await startBackend({ env: { IPFS_GATEWAY: gateway.origin } });
  passes = await deployToken(
    backend.chains[0].client,
    'OpenPasses',
    encodeAbiParameters(parseAbiParameters('string'), [`ipfs://${CID}/{id}.json`]),
  );
});
afterAll(async () => {
  await gateway.stop();
  await backend.stop();
});

const told = (tokenId: number, peer: string) =>
  callRoute(metadata, { query: { chainId: backend.chains[0].id, contract: passes, tokenId }, peer });

test('WAL-15 a client whose hosts never answer waits alone, and gets 429 if it requests more', async () => {
  const answered = { code: 200, data: { name: 'Answered' } };
  expect(await told(1_001, GREEDY)).toMatchObject(answered);

  let settled = 0;
  const waiting = SILENT.map((tokenId) =>
    told(tokenId, GREEDY).finally(() => {
      settled += 1;
    }),
  );
  const refused = await told(1_002, GREEDY);
  expect(refused).toMatchObject({ status: 429, code: 429, data: { retryAfter: 10 } });
  expect(refused.headers.get('Retry-After')).toBe('10');

  // Other visitors and cached answers don't wait.
  expect(await told(1_002, OTHER)).toMatchObject(answered);
  expect(await told(1_001, GREEDY)).toMatchObject(answered);
  expect(held.length).toBeLessThanOrEqual(CLIENT_CONCURRENT);
  expect(settled).toBe(0);

  release();
  for (const own of await Promise.all(waiting)) expect(own).toMatchObject(answered);
});
