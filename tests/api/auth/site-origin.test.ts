import { POST as verify } from '@/app/api/deposit/verifyTx/route';
import { POST as nonce } from '@/app/api/user/generateNonce/route';
import { GET as info } from '@/app/api/user/info/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, OTHER_ORIGIN, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { ORIGIN } from '../../support/plain-chains';

let backend: Backend;
const account = demoAccount(1);

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const params = { params: Promise.resolve({}) };

/** Sends a POST request with only these headers. */
const post = async (route: typeof nonce, body: Record<string, string>, headers: Record<string, string>) =>
  (await route(new Request(ORIGIN, { method: 'POST', body: new URLSearchParams(body), headers }), params))
    .status;

const nonceBody = { address: account.address, chainId: '31337' };

test.each([
  ['our own page', { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' }, 200],
  ['our page at another of our addresses', { Origin: OTHER_ORIGIN, 'Sec-Fetch-Site': 'cross-site' }, 200],
  ['another site', { Origin: 'https://phish.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['another site in an old browser', { Origin: 'https://phish.example' }, 403],
  [
    'another site of the same domain',
    { Origin: 'https://evil.localhost:3000', 'Sec-Fetch-Site': 'same-site' },
    403,
  ],
  ['our host by another scheme', { Origin: ORIGIN.replace('http:', 'https:') }, 403],
  ['an address that begins like ours', { Origin: `${ORIGIN}.phish.example` }, 403],
  ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['another site that hides its name', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['a neighbour that hides its name', { 'Sec-Fetch-Site': 'same-site' }, 403],
  ['no browser', {}, 200],
])('OPS-5 a state-changing call from %s', async (_, headers: Record<string, string>, status) => {
  expect(await post(nonce, nonceBody, headers)).toBe(status);
});

test('OPS-5 rejects another site that has a token, but accepts a program that has one', async () => {
  const token = await tokenOf(account);
  const bearer = { Authorization: `Bearer ${token}` };
  const foreign = { ...bearer, Origin: 'https://phish.example', 'Sec-Fetch-Site': 'cross-site' };
  expect(await post(verify, { chainId: '31337', txHash: `0x${'1'.repeat(64)}` }, foreign)).toBe(403);
  expect(await post(logout, {}, foreign)).toBe(403);
  expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
  expect(await post(logout, {}, bearer)).toBe(200);
  expect(await callRoute(info, { token })).toMatchObject({ code: 1007 });
});

test('OPS-5 AUTH-2 responses before a sign-in are the same for known and unknown accounts', async () => {
  await tokenOf(account);
  const ask = (address: string) => callRoute(nonce, { body: { address, chainId: 31337 } });
  const [known, unknown] = [await ask(account.address), await ask(demoAccount(7).address)];
  const shape = ({ data, ...rest }: typeof known) => ({
    code: rest.code,
    msg: rest.msg,
    headers: [...rest.headers.keys()],
    names: Object.keys(data as object),
  });
  expect(shape(known)).toEqual(shape(unknown));
});
