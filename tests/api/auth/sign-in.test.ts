import { readFile } from 'node:fs/promises';
import { createSiweMessage, type SiweMessage } from 'viem/siwe';
import { GET as info } from '@/app/api/user/info/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { loginResult } from '@/lib/api/schemas/user';
import { NONCE_DURATION_MS } from '@/lib/server/auth/nonce';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, OTHER_ORIGIN, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { askNonce, signedMessage, tokenOf } from '../../support/api-sign-in';
import { queryDatabase } from '../../support/plain-chains';

let backend: Backend;
const account = demoAccount(1);
const other = demoAccount(2);

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

test('AUTH-1 exchanges a signed message for a token that opens the account', async () => {
  const answer = await callRoute(signIn, { body: await signedMessage(account), json: true });
  expect(answer).toMatchObject({ code: 200, status: 200 });
  const { token, user, expiresAt } = loginResult.parse(answer.data);
  expect(user).toMatchObject({ address: account.address, name: null, inviter: null });
  expect(user.inviteCode).toMatch(/^[2-9A-Z]{8}$/);
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(1.99);
  expect(hours).toBeLessThanOrEqual(2);
  expect(await callRoute(info, { token })).toMatchObject({ code: 200, data: user });
});

test('AUTH-2 of 100 concurrent sign-ins with one signed message, exactly one succeeds', async () => {
  const body = await signedMessage(account);
  const answers = await Promise.all(Array.from({ length: 100 }, () => callRoute(signIn, { body })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 400]));
});

test('AUTH-2 nonces are alphanumeric, long and unique, and a failed attempt uses them up too', async () => {
  const nonces = await Promise.all(
    Array.from({ length: 20 }, async () => (await askNonce(account.address)).nonce),
  );
  expect(new Set(nonces).size).toBe(20);
  for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9]{24}$/);

  const { message, signature } = await signedMessage(account);
  const wrong = await other.signMessage({ message });
  expect(await callRoute(signIn, { body: { message, signature: wrong } })).toMatchObject({
    code: 400,
    data: { reason: 'signature' },
  });
  expect(await callRoute(signIn, { body: { message, signature } })).toMatchObject({
    code: 400,
    data: { reason: 'nonce' },
  });
});

const now = Date.now();
const changed: [field: string, change: Partial<SiweMessage>][] = [
  ['domain', { domain: 'phish.example' }],
  ['uri', { uri: 'https://phish.example' }],
  ['chainId', { chainId: 31338 }],
  ['address', { address: demoAccount(3).address }],
  ['statement', { statement: 'Pay everything.' }],
  ['scheme', { scheme: 'https' }],
  ['expirationTime', { expirationTime: new Date(now - 1_000) }],
  ['expirationTime', { expirationTime: new Date(now + NONCE_DURATION_MS + 3_600_000) }],
  ['expirationTime', { expirationTime: undefined }],
  ['issuedAt', { issuedAt: new Date(now - 3_600_000), expirationTime: new Date(now + 60_000) }],
  ['notBefore', { notBefore: new Date(now + 3_600_000) }],
];

test.each(changed)('AUTH-2 rejects a message with another %s', async (field, change) => {
  const body = await signedMessage(account, change);
  expect(await callRoute(signIn, { body })).toMatchObject({ code: 400, data: { reason: 'message', field } });
});

test('AUTH-2 rejects a nonce that was never issued and one that has expired', async () => {
  const invented = await signedMessage(account, { nonce: 'abcdefghijklmnop12345678' });
  expect(await callRoute(signIn, { body: invented })).toMatchObject({ code: 400, data: { reason: 'nonce' } });

  const late = await signedMessage(account);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + NONCE_DURATION_MS);
  const answer = await callRoute(signIn, { body: late });
  clock.mockRestore();
  expect(answer).toMatchObject({ code: 400, data: { reason: 'nonce' } });
});

test('AUTH-2 binds a message to the requesting site and rejects other sites', async () => {
  const body = await signedMessage(account);
  const elsewhere = await callRoute(signIn, { body, headers: { Origin: OTHER_ORIGIN } });
  expect(elsewhere).toMatchObject({ code: 400, data: { field: 'uri' } });
  const foreign = { Origin: 'https://phish.example' };
  expect(await callRoute(signIn, { body, headers: foreign })).toMatchObject({ code: 403, status: 403 });
});

test('AUTH-2 rejects invalid messages and invalid signatures', async () => {
  const message = createSiweMessage(await askNonce(account.address));
  const signature = await account.signMessage({ message });
  const lower = message.replace(account.address, account.address.toLowerCase());
  for (const text of ['hello', `${message}\n`, ` ${message}`, lower]) {
    const body = { message: text, signature };
    expect(await callRoute(signIn, { body })).toMatchObject({ code: 400, data: { reason: 'message' } });
  }
  for (const bad of ['', '0x', 'nonsense', '0x123']) {
    const answer = await callRoute(signIn, { body: { message, signature: bad } });
    expect(answer).toMatchObject({ code: 400, data: { issues: [{ path: 'signature' }] } });
  }
  const short = await callRoute(signIn, { body: { message, signature: '0x1234' } });
  expect(short).toMatchObject({ code: 400, data: { reason: 'signature' } });
});

test('AUTH-3 sign-out revokes the token at once, and a second sign-out does nothing', async () => {
  const token = await tokenOf(account);
  const kept = await tokenOf(account);
  expect(await callRoute(logout, { body: {}, token })).toMatchObject({ code: 200, data: null });
  expect(await callRoute(info, { token })).toMatchObject({ code: 1007, status: 401 });
  expect(await callRoute(logout, { body: {}, token })).toMatchObject({ code: 200 });
  expect(await callRoute(logout, { body: {} })).toMatchObject({ code: 200 });
  expect(await callRoute(info, { token: kept })).toMatchObject({ code: 200 });
});

test('AUTH-1 AUTH-3 a new sign-in ends the session whose token it carries, unless it fails', async () => {
  const token = await tokenOf(account);
  const apart = await tokenOf(account);
  const { message, signature } = await signedMessage(account);
  const forged = { message, signature: await other.signMessage({ message }) };
  expect(await callRoute(signIn, { body: forged, token })).toMatchObject({ code: 400 });
  expect(await callRoute(signIn, { body: { message, signature }, token })).toMatchObject({ code: 400 });
  expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
  const answer = await callRoute(signIn, { body: await signedMessage(other), token });
  expect(await callRoute(info, { token })).toMatchObject({ code: 1007 });
  expect(await callRoute(info, { token: apart })).toMatchObject({ code: 200 });
  const next = loginResult.parse(answer.data).token;
  expect(await callRoute(info, { token: next })).toMatchObject({ data: { address: other.address } });
});

test('AUTH-3 the operator’s statement ends every session of one account, and of no other', async () => {
  const tokens = [await tokenOf(account), await tokenOf(account)];
  const kept = await tokenOf(other);
  const statement = "update sessions set revoked_at = now() where address = '0x…'";
  expect(await readFile('docs/access.md', 'utf8')).toContain(`\`${statement}\``);
  await queryDatabase(backend, statement.replace('0x…', account.address));
  for (const token of tokens) expect(await callRoute(info, { token })).toMatchObject({ code: 1007 });
  expect(await callRoute(info, { token: kept })).toMatchObject({ code: 200 });
});

test('AUTH-1 accepts only a valid bearer token: no cookie, and no made-up or expired token', async () => {
  const token = await tokenOf(account);
  expect(await callRoute(info)).toMatchObject({ code: 401, status: 401 });
  expect(await callRoute(info, { headers: { Cookie: `token=${token}` } })).toMatchObject({ code: 401 });
  expect(await callRoute(info, { token: 'A'.repeat(43) })).toMatchObject({ code: 401 });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
  const answer = await callRoute(info, { token });
  clock.mockRestore();
  expect(answer).toMatchObject({ code: 401 });
});
