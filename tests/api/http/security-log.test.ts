import { GET as unknown } from '@/app/api/[[...path]]/route';
import { POST as verify } from '@/app/api/deposit/verifyTx/route';
import { GET as info } from '@/app/api/user/info/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { POST as rename } from '@/app/api/user/name/route';
import { peerHeader } from '@/lib/server/http/connections';
import { createLogger } from '@/lib/server/log';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { signedMessage, tokenOf } from '../../support/api-sign-in';
import { ORIGIN } from '../../support/plain-chains';

type Line = Record<string, unknown> & { msg: string };

const account = demoAccount(1);
const peer = '203.0.113.7';
let backend: Backend;
let text = '';

beforeAll(async () => {
  backend = await startBackend({ env: { LOG_LEVEL: 'info', RATE_LIMITS: 'write=3/60' } });
  // The module keeps its logger here. This one has the same settings and writes to a string.
  const registry = globalThis as typeof globalThis & Record<symbol, unknown>;
  registry[Symbol.for('tidewell.log')] = createLogger({ write: (line) => (text += line) });
});
afterAll(() => backend.stop());

/** Returns the lines of the calls that `run` makes. Lines without a request ID are from background work. */
async function linesOf(run: () => Promise<unknown>): Promise<Line[]> {
  text = '';
  await run();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): Line => JSON.parse(line))
    .filter(({ requestId }) => requestId !== undefined);
}

test('OPS-3 logs each sign-in and sign-out with account and client, but neither token nor signature', async () => {
  const body = await signedMessage(account);
  let token = '';
  const signedIn = await linesOf(async () => {
    const { data } = await callRoute(signIn, { body, peer });
    token = (data as { token: string }).token;
  });
  const { address } = account;
  expect(signedIn).toEqual([
    expect.objectContaining({ msg: 'signed in', account: address, chainId: 31337, proof: 'key' }),
    expect.objectContaining({ msg: 'answered', client: peer, code: 200, time: expect.any(Number) }),
  ]);
  expect(signedIn[0]).toHaveProperty('requestId', signedIn[1]?.requestId);
  for (const secret of [token, body.signature, body.message]) expect(text).not.toContain(secret);

  const called = await linesOf(() => callRoute(info, { token, peer }));
  expect(called).toEqual([expect.objectContaining({ msg: 'answered', account: address, client: peer })]);
  const signedOut = await linesOf(() => callRoute(logout, { body: {}, token, peer }));
  expect(signedOut[0]).toMatchObject({ msg: 'signed out', account: address });
});

test('OPS-3 logs only the start of a long path', async () => {
  const path = `/api/${'a-'.repeat(7_000)}`;
  const request = new Request(ORIGIN + path, { headers: { [peerHeader()]: peer } });
  const lines = await linesOf(() => unknown(request, { params: Promise.resolve({}) }));
  expect(lines).toEqual([expect.objectContaining({ code: 404, path: `${path.slice(0, 300)}…` })]);
});

test('OPS-3 logs why a sign-in was refused, and for which account', async () => {
  const { message } = await signedMessage(account);
  const forged = { message, signature: await demoAccount(2).signMessage({ message }) };
  expect(await linesOf(() => callRoute(signIn, { body: forged, peer }))).toEqual([
    expect.objectContaining({ msg: 'a sign-in was refused', account: account.address, reason: 'signature' }),
    expect.objectContaining({ msg: 'answered', code: 400, reason: 'signature', client: peer }),
  ]);
  expect(await linesOf(() => callRoute(signIn, { body: forged, peer }))).toEqual([
    expect.objectContaining({ msg: 'answered', code: 400, reason: 'nonce', client: peer }),
  ]);
});

test('OPS-3 logs refused calls with client and reason: no session, another site, bad input, too many', async () => {
  const token = await tokenOf(account);
  const refusals: [call: () => Promise<unknown>, line: Record<string, unknown>][] = [
    [() => callRoute(info, { peer }), { code: 401, reason: 'signInRequired' }],
    [
      () => callRoute(rename, { body: {}, token, peer, headers: { Origin: 'https://phish.example' } }),
      { code: 403, reason: 'originNotAllowed' },
    ],
    [
      () => callRoute(verify, { body: { chainId: 31337, txHash: 'x' }, token, peer }),
      { code: 400, reason: 'invalid', account: account.address },
    ],
    [
      async () => {
        for (let calls = 0; calls < 4; calls += 1) await callRoute(rename, { body: {}, token, peer });
      },
      { code: 429, reason: 'tooMany' },
    ],
  ];
  for (const [call, line] of refusals)
    expect((await linesOf(call)).at(-1)).toMatchObject({ msg: 'answered', client: peer, ...line });
});

test('OPS-3 text from a request stays inside its log line', async () => {
  const lines = await linesOf(() =>
    info(
      new Request('http://127.0.0.1:3000/api/user/info/%0A{"msg":"forged"}', {
        headers: { 'X-Request-Id': 'forged","msg":"forged', Authorization: 'Bearer \t{"msg":"forged"}' },
      }),
      { params: Promise.resolve({}) },
    ),
  );
  expect(lines).toEqual([expect.objectContaining({ msg: 'answered', code: 401, client: 'unknown' })]);
});
