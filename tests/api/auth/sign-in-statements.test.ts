import crypto from 'node:crypto';
import { concat, type LocalAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { POST as signIn } from '@/app/api/user/login/route';
import { loginResult } from '@/lib/api/schemas/user';
import { INVITE_CODE } from '@/lib/constants';
import { clearCache } from '@/lib/server/cached';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { askNonce, signedMessage, tokenOf } from '../../support/api-sign-in';
import { queryDatabase } from '../../support/plain-chains';
import { recordSent } from '../../support/sent-requests';
import { contractWallet, FACTORY } from '../../support/smart-account';

let backend: Backend;
let sent: ReturnType<typeof recordSent>;
beforeAll(async () => {
  backend = await startBackend();
  sent = recordSent();
});
afterAll(() => backend.stop());

const newAccount = () => privateKeyToAccount(generatePrivateKey());

/** Signs in with nothing cached, and returns the sign-in's answer and everything that both calls have sent. */
async function signInCold(account: LocalAccount, token?: string) {
  let answer: Awaited<ReturnType<typeof callRoute>> | undefined;
  const { statements, methods } = await sent.during(async () => {
    clearCache();
    const body = await signedMessage(account);
    clearCache();
    answer = await callRoute(signIn, { body, ...(token === undefined ? {} : { token }) });
  });
  return { answer, statements, methods };
}

/** The tables that each statement changes, in order. */
const changes = (statements: string[]) =>
  statements.map((text) =>
    [...text.matchAll(/(insert into|delete from|update) "(\w+)"/g)].map(
      ([, verb, table]) => `${verb} ${table}`,
    ),
  );

const COUNT = 'insert into rate_limits';
const NONCE = [COUNT, 'insert into nonces'];
const CONSUME = [COUNT, 'delete from nonces'];
const SIGN_IN = ['insert into users', 'insert into sessions', 'update sessions'];

test('AUTH-2 a nonce and a sign-in with a key take three statements, no transaction, and no request to a node', async () => {
  const account = newAccount();
  for (const token of [undefined, undefined, await tokenOf(demoAccount(1))]) {
    const { answer, statements, methods } = await signInCold(account, token);
    expect(answer).toMatchObject({ code: 200, data: { user: { address: account.address } } });
    expect(changes(statements)).toEqual([NONCE, CONSUME, SIGN_IN]);
    expect(methods).toEqual([]);
  }
});

test('AUTH-2 a refused sign-in takes no third statement', async () => {
  const { message } = await signedMessage(demoAccount(1));
  const signature = await demoAccount(2).signMessage({ message });
  const first = await sent.during(() => callRoute(signIn, { body: { message, signature } }));
  expect([changes(first.statements), first.methods]).toEqual([[CONSUME], ['eth_getCode']]);
  const second = await sent.during(() => callRoute(signIn, { body: { message, signature } }));
  expect([changes(second.statements), second.methods]).toEqual([[CONSUME], []]);
  const third = await sent.during(() => callRoute(signIn, { body: { message: 'hello', signature } }));
  expect([changes(third.statements), third.methods]).toEqual([[[COUNT]], []]);
});

test('AUTH-2 a contract signs in with three statements, after its current code was read', async () => {
  const { client } = backend.chains[0];
  const owner = demoAccount(3);
  const wallet = contractWallet(owner.address);
  const attempt = async () => {
    const message = createSiweMessage(await askNonce(wallet.address));
    return callRoute(signIn, { body: { message, signature: await owner.signMessage({ message }) } });
  };
  const outcomes: number[] = [];
  const before = await sent.during(async () => outcomes.push((await attempt()).code));
  expect(before.methods).toEqual(['eth_getCode']);
  // The account gets its code right after the node said that it has none.
  const hash = await client.sendTransaction({ to: FACTORY, data: wallet.factoryData });
  await client.waitForTransactionReceipt({ hash });
  const after = await sent.during(async () => outcomes.push((await attempt()).code));
  expect(outcomes).toEqual([400, 200]);
  expect(changes(after.statements)).toEqual([NONCE, CONSUME, SIGN_IN]);
  expect(after.methods).toEqual(['eth_getCode', 'eth_call']);
});

test('AUTH-2 a key signs in to its address without a node, whatever code the address gets', async () => {
  const account = newAccount();
  const { client } = backend.chains[0];
  const wallet = contractWallet(demoAccount(3).address);
  const code = await client.getCode({ address: wallet.address });
  const signer = () =>
    queryDatabase(backend, 'select contract_chain_id from users where address = $1', [account.address]);
  for (const bytecode of ['0x', concat(['0xef0100', FACTORY]), code ?? '0xfe'] as const) {
    await client.setCode({ address: account.address, bytecode });
    const { answer, methods } = await signInCold(account);
    expect([answer?.code, methods]).toEqual([200, []]);
    expect(await signer()).toEqual([{ contract_chain_id: null }]);
  }
  // The contract now at the address has another owner, who still doesn't get the account.
  const message = createSiweMessage(await askNonce(account.address));
  const signature = await demoAccount(3).signMessage({ message });
  expect(await callRoute(signIn, { body: { message, signature } })).toMatchObject({
    code: 400,
    data: { reason: 'account' },
  });
});

test('AUTH-1 a new account gets another invite code if its first one is taken', async () => {
  const { user: host } = loginResult.parse((await signInCold(newAccount())).answer?.data);
  const body = await signedMessage(newAccount());
  const random = crypto.randomInt as (max: number) => number;
  const digits = [...host.inviteCode].map((character) => INVITE_CODE.alphabet.indexOf(character));
  const draw = jest
    .spyOn(crypto, 'randomInt')
    .mockImplementation((max: number) => digits.shift() ?? random(max));
  const answer = await callRoute(signIn, { body });
  draw.mockRestore();
  const { user: guest } = loginResult.parse(answer.data);
  expect(digits).toEqual([]);
  expect(guest.inviteCode).not.toBe(host.inviteCode);
  expect(
    await queryDatabase(backend, 'select from sessions where address = $1', [guest.address]),
  ).toHaveLength(1);
});
