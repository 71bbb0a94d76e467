import { type Address, concat } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { serializeErc8010Signature } from 'viem/utils';
import { GET as metadata } from '@/app/api/nft/metadata/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { askNonce } from '../../support/api-sign-in';
import { lookupCode } from '../../support/offchain-lookup';
import { startOutsideHost } from '../../support/outside-host';

const CONTRACT: Address = '0x00000000000000000000000000000000000c0de1';
const DELEGATE: Address = '0x00000000000000000000000000000000000c0de2';
let backend: Backend;
/** A server on an internal address, which contracts must not reach through the site. */
let inside: Awaited<ReturnType<typeof startOutsideHost>>;

beforeAll(async () => {
  inside = await startOutsideHost({});
  backend = await startBackend();
});
afterAll(async () => {
  await backend.stop();
  await inside.stop();
});

test.each([
  ['GET', '/internal/{sender}/{data}'],
  ['POST', '/internal'],
])('WAL-15 a contract cannot make the server send a %s request (ERC-3668)', async (_, path) => {
  const { client, id } = backend.chains[0];
  await client.setCode({ address: CONTRACT, bytecode: lookupCode(CONTRACT, `${inside.origin}${path}`) });
  const query = { chainId: id, contract: CONTRACT, tokenId: path.length };
  const answer = await callRoute(metadata, { query });
  expect(inside.asked).toEqual([]);
  expect(answer).toMatchObject({ code: 200, data: { problem: 'none' } });
});

test('AUTH-2 an account cannot make the server send a request while its signature is checked (ERC-3668)', async () => {
  const { client, id } = backend.chains[0];
  const account = privateKeyToAccount(generatePrivateKey());
  const code = lookupCode(account.address, `${inside.origin}/internal`);
  await client.setCode({ address: DELEGATE, bytecode: code });
  await client.setCode({ address: account.address, bytecode: concat(['0xef0100', DELEGATE]) });
  const message = createSiweMessage(await askNonce(account.address));
  const authorization = await account.signAuthorization({ address: DELEGATE, chainId: id, nonce: 0 });
  const signature = serializeErc8010Signature({
    authorization,
    signature: await account.signMessage({ message }),
  });
  const answer = await callRoute(signIn, { body: { message, signature } });
  expect(inside.asked).toEqual([]);
  expect(answer).toMatchObject({ code: 400, data: { reason: 'signature' } });
});
