import { concat } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { serializeErc6492Signature } from 'viem/utils';
import { POST as signIn } from '@/app/api/user/login/route';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { askNonce } from '../../support/api-sign-in';
import { contractWallet, FACTORY } from '../../support/smart-account';

let backend: Backend;
const owner = demoAccount(3);
const stranger = demoAccount(4);
const wallet = contractWallet(owner.address);

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

async function signed(signer = owner, chainId?: number) {
  const message = createSiweMessage(await askNonce(wallet.address, chainId));
  return { message, signature: await signer.signMessage({ message }) };
}
const wrapped = (signature: `0x${string}`) =>
  serializeErc6492Signature({ address: FACTORY, data: wallet.factoryData, signature });
const refusal = { code: 400, data: { reason: 'signature' } };

test('AUTH-2 an account that is not deployed yet signs in only through EIP-6492', async () => {
  expect(await callRoute(signIn, { body: await signed() })).toMatchObject(refusal);
  const foreign = await signed(stranger);
  const forged = { ...foreign, signature: wrapped(foreign.signature) };
  expect(await callRoute(signIn, { body: forged })).toMatchObject(refusal);
  const body = await signed();
  expect(await callRoute(signIn, { body: { ...body, signature: wrapped(body.signature) } })).toMatchObject({
    code: 200,
    data: { user: { address: wallet.address } },
  });
});

test('AUTH-2 a contract account signs in through EIP-1271, and only with its own key', async () => {
  const { client } = backend.chains[0];
  const hash = await client.sendTransaction({ to: FACTORY, data: wallet.factoryData });
  await client.waitForTransactionReceipt({ hash });
  expect(await callRoute(signIn, { body: await signed() })).toMatchObject({ code: 200 });
  expect(await callRoute(signIn, { body: await signed(stranger) })).toMatchObject(refusal);
});

test('AUTH-2 a contract at the same address on another chain is a different account', async () => {
  const [first, { client, id }] = backend.chains;
  const hash = await client.sendTransaction({ to: FACTORY, data: wallet.factoryData });
  await client.waitForTransactionReceipt({ hash });
  expect(await callRoute(signIn, { body: await signed(owner, id) })).toMatchObject({
    code: 400,
    data: { reason: 'account' },
  });
  expect(await callRoute(signIn, { body: await signed(owner, first.id) })).toMatchObject({ code: 200 });
});

test('AUTH-2 AUTH-7 a key signs in on a network that is not listed, and a contract account is told to switch', async () => {
  const unlisted = 999_999_999_999_999;
  const message = createSiweMessage(await askNonce(owner.address, unlisted));
  const body = { message, signature: await owner.signMessage({ message }) };
  expect(await callRoute(signIn, { body })).toMatchObject({
    code: 200,
    data: { user: { address: owner.address } },
  });
  for (const wrap of [(signature: `0x${string}`) => signature, wrapped]) {
    const signedThere = await signed(owner, unlisted);
    expect(
      await callRoute(signIn, { body: { ...signedThere, signature: wrap(signedThere.signature) } }),
    ).toMatchObject({ code: 400, data: { reason: 'chain' } });
  }
  // The chain is still the one of the nonce.
  const other = createSiweMessage({ ...(await askNonce(owner.address, unlisted)), chainId: 1 });
  expect(
    await callRoute(signIn, {
      body: { message: other, signature: await owner.signMessage({ message: other }) },
    }),
  ).toMatchObject({ code: 400, data: { reason: 'message', field: 'chainId' } });
});

test('AUTH-2 an EIP-7702 account delegated to a contract without EIP-1271 signs in with its own key', async () => {
  const { client } = backend.chains[0];
  const account = demoAccount(5);
  await client.setCode({ address: account.address, bytecode: concat(['0xef0100', FACTORY]) });
  const message = createSiweMessage(await askNonce(account.address));
  const body = { message, signature: await account.signMessage({ message }) };
  expect(await callRoute(signIn, { body })).toMatchObject({ code: 200 });
});
