import { type Address, concatHex, encodeAbiParameters, type Hex, numberToHex, size } from 'viem';
import { GET as metadata } from '@/app/api/nft/metadata/route';
import { findChain, readLatestBlock } from '@/lib/server/chain/node';
import { METADATA_LIMIT_BYTES, URI_LIMIT_CHARACTERS } from '@/lib/server/nft/limits';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';

const CONTRACT: Address = '0x00000000000000000000000000000000000c0de1';
let backend: Backend;
let tokenId = 0;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

/** Code of a contract that answers each call with the data that follows its 12 bytes. */
function answeringCode(data: Hex): Hex {
  // PUSH3 size, DUP1, PUSH1 12, PUSH0, CODECOPY, PUSH0, RETURN, STOP
  return concatHex(['0x62', numberToHex(size(data), { size: 3 }), '0x80600c5f395ff300', data]);
}

const textCode = (uri: string): Hex => answeringCode(encodeAbiParameters([{ type: 'string' }], [uri]));

/** Code of a contract that answers each call with an empty text of this many bytes. */
function emptyTextCode(bytes: number): Hex {
  // PUSH1 32, PUSH0, MSTORE, PUSH3 bytes, PUSH1 32, MSTORE, PUSH3 bytes + 64, PUSH0, RETURN
  return concatHex([
    '0x60205f5262',
    numberToHex(bytes, { size: 3 }),
    '0x60205262',
    numberToHex(bytes + 64, { size: 3 }),
    '0x5ff3',
  ]);
}
/** More than an answer may have, but less than a batch may have. */
const hugeCode = emptyTextCode(1.5 * 1_024 ** 2);

const setCode = (bytecode: Hex) => backend.chains[0].client.setCode({ address: CONTRACT, bytecode });

const told = () => {
  tokenId += 1;
  return callRoute(metadata, { query: { chainId: backend.chains[0].id, contract: CONTRACT, tokenId } });
};

test('WAL-15 reads the largest metadata that may be in a URI, percent-encoded', async () => {
  const text = JSON.stringify({ name: 'Large', other: '' });
  const other = 'x'.repeat(METADATA_LIMIT_BYTES - text.length);
  const bytes = Buffer.from(JSON.stringify({ name: 'Large', other }));
  await setCode(textCode(`data:application/json,${bytes.toString('hex').replace(/../g, '%$&')}`));
  expect(await told()).toMatchObject({ code: 200, data: { name: 'Large', problem: null } });
});

test.each([
  ['is too long', textCode('x'.repeat(URI_LIMIT_CHARACTERS + 1))],
  ['gets too long with the token ID', textCode('{id}'.repeat(URI_LIMIT_CHARACTERS / 32))],
  ['is larger than an answer may be', hugeCode],
])('WAL-15 rejects a URI that %s', async (_, code) => {
  await setCode(code);
  expect(await told()).toMatchObject({ code: 200, data: { problem: 'tooLarge' } });
});

test('WAL-15 large URIs do not disturb other reads of the node', async () => {
  await setCode(hugeCode);
  const chain = await findChain(backend.chains[0].id);
  const [head, ...answers] = await Promise.all([readLatestBlock(chain), ...Array.from({ length: 8 }, told)]);
  expect(head.number).toBeGreaterThan(0n);
  for (const answer of answers) expect(answer).toMatchObject({ code: 200, data: { problem: 'tooLarge' } });
});
