import { setImmediate as nextTurn } from 'node:timers/promises';
import { GET as unknownGet, POST as unknownPost } from '@/app/api/[[...path]]/route';
import { GET as stream } from '@/app/api/coin/pricing/stream/route';
import { GET as languages } from '@/app/api/config/getLangList/route';
import { POST as verify } from '@/app/api/deposit/verifyTx/route';
import { POST as nonce } from '@/app/api/user/generateNonce/route';
import { GET as info } from '@/app/api/user/info/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { areaPool, NONCE_CONNECTIONS } from '@/lib/server/db/database';
import { peerHeader } from '@/lib/server/http/connections';
import { admitClient } from '@/lib/server/limits/admit';
import { createLimiters, NETWORK_FACTOR, resetLimits } from '@/lib/server/limits/limiters';
import { PRICE_STREAMS_PER_CLIENT, PRICE_STREAMS_PER_NETWORK } from '@/lib/server/prices/stream/open-stream';
import { RATE_LIMITS } from '@/lib/settings/setting-kinds';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { ORIGIN, queryDatabase } from '../../support/plain-chains';

let backend: Backend;
const account = demoAccount(1);
const noSignIn = { message: 'no message', signature: '0x12' };
const noProof = { chainId: 31337, txHash: `0x${'1'.repeat(64)}` };

// Use the product's limits, except for a lower limit on verifications.
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: 'verify=5/60' } });
});
afterAll(() => backend.stop());

let last = 0;
/** Returns the IP address of a client that has sent no requests yet. */
const newPeer = () => `203.0.113.${++last}`;

const times = <Result>(count: number, ask: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

const requestFrom = (peer: string) => new Request(ORIGIN, { headers: { [peerHeader()]: peer } });

/** Returns 200 if a call is admitted, or the code of its rejection. */
const outcomeOf = (admission: Promise<void>): Promise<number> =>
  admission.then(
    () => 200,
    ({ code }: { code: number }) => code,
  );

const codes = (answers: { code: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ code }) => code))].map((code) => [
      code,
      answers.filter((answer) => answer.code === code).length,
    ]),
  );

test('OPS-6 clients of an IPv6 /48 share a limit that a single client can’t use up', async () => {
  const { calls } = RATE_LIMITS.stream;
  const ask = (peer: string) => outcomeOf(admitClient('stream', requestFrom(peer)));
  const flood = await times(calls * NETWORK_FACTOR * 2, () => ask('2001:db8:7:ffff::1'));
  expect(flood.filter((code) => code === 200)).toHaveLength(calls);
  expect(await ask('2001:db8:7::1')).toBe(200);
  let admitted = 0;
  for (let index = 0; index < calls * NETWORK_FACTOR * 2; index += 1)
    if ((await ask(`2001:db8:8:${index.toString(16)}::1`)) === 200) admitted += 1;
  expect(admitted).toBe(calls * NETWORK_FACTOR);
  expect(await ask('2001:db8:9::1')).toBe(200);
  const burst = await times(calls * NETWORK_FACTOR * 2, (index) =>
    ask(`2001:db8:c:${index.toString(16)}::1`),
  );
  expect(burst.filter((code) => code === 200)).toHaveLength(calls * NETWORK_FACTOR);
});

test('OPS-6 concurrent calls of an IPv6 /48 above its limit cost no database queries, and count only until they are refused', async () => {
  const { calls } = RATE_LIMITS.login;
  const most = calls * NETWORK_FACTOR;
  const ask = (peer: string) => outcomeOf(admitClient('login', requestFrom(peer)));
  // A client's refused calls don't count against its neighbors.
  await times(most, () => ask('2001:db8:d:ffff::1'));
  const query = jest.spyOn(areaPool('nonce'), 'query');
  const burst = await times(most * 2, (index) => ask(`2001:db8:d:${index.toString(16)}::1`));
  expect(burst.filter((code) => code === 200)).toHaveLength(most - calls);
  expect(query.mock.calls.length).toBeLessThan(most);
  query.mockRestore();
});

test('OPS-6 of 500 concurrent sign-ins, only as many as the limit allows are processed, and the rest get a Retry-After header', async () => {
  const peer = newPeer();
  const query = jest.spyOn(areaPool('nonce'), 'query');
  const answers = await times(500, () => callRoute(signIn, { body: noSignIn, peer }));
  const { calls, seconds } = RATE_LIMITS.login;
  expect(codes(answers)).toEqual({ 400: calls, 429: 500 - calls });
  // Only the admitted requests, and the few that were being counted when the first request was rejected, query the
  // database.
  expect(query.mock.calls.length).toBeLessThan(2 * calls);
  query.mockRestore();
  const refused = answers.find(({ code }) => code === 429);
  const wait = Number(refused?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(seconds - 20);
  expect(wait).toBeLessThanOrEqual(seconds);
  expect(refused).toMatchObject({
    status: 429,
    msg: 'Too many requests. Wait a moment and try again.',
    data: { retryAfter: wait },
  });
  // Other clients and other kinds of calls are not affected.
  expect(await callRoute(signIn, { body: noSignIn, peer: newPeer() })).toMatchObject({ code: 400 });
  expect(await callRoute(nonce, { body: {}, peer })).toMatchObject({ code: 400 });
  const chinese = await callRoute(signIn, { body: noSignIn, peer, headers: { Language: 'zh_CN' } });
  expect(chinese.msg).toBe('請求次數過多，請稍候再試。');
});

test('OPS-6 a client above its limit costs no further database queries', async () => {
  const peer = newPeer();
  await times(RATE_LIMITS.login.calls, () => callRoute(signIn, { body: noSignIn, peer }));
  const query = jest.spyOn(areaPool('nonce'), 'query');
  expect(codes(await times(100, () => callRoute(signIn, { body: noSignIn, peer })))).toEqual({ 429: 100 });
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('OPS-6 other headers, another address of the same network and another language do not count as a new client', async () => {
  const { calls } = RATE_LIMITS.login;
  const answers = await times(calls + 20, (index) =>
    callRoute(signIn, {
      body: noSignIn,
      peer: `2001:db8:0:1::${index.toString(16)}`,
      headers: {
        'X-Forwarded-For': `198.51.100.${index}`,
        Forwarded: `for=198.51.100.${index}`,
        'X-Real-IP': `198.51.100.${index}`,
        'User-Agent': `agent ${index}`,
      },
    }),
  );
  expect(codes(answers)).toEqual({ 400: calls, 429: 20 });
  expect(await callRoute(signIn, { body: noSignIn, peer: '2001:db8:0:2::1' })).toMatchObject({ code: 400 });
});

test('OPS-6 an account has one limit for all clients, and does not use up the limits of others', async () => {
  const token = await tokenOf(account);
  const answers = await times(8, () => callRoute(verify, { body: noProof, token, peer: newPeer() }));
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(3);
  const other = await tokenOf(demoAccount(2));
  expect((await callRoute(verify, { body: noProof, token: other, peer: newPeer() })).code).not.toBe(429);
  expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
});

test('OPS-6 nobody can use up an address’s sign-ins by sending that address', async () => {
  const { address } = account;
  const body = { address, chainId: 31337 };
  const { calls } = RATE_LIMITS.nonce;
  const flood = await times(calls * 2, (index) =>
    callRoute(nonce, { body, peer: `198.51.100.${index % 3}` }),
  );
  expect(codes(flood)).toEqual({ 200: calls * 2 });
  expect(await callRoute(nonce, { body, peer: newPeer() })).toMatchObject({ code: 200 });
});

test('OPS-5 OPS-6 the page of another site does not use up the sign-ins of its visitor', async () => {
  const peer = newPeer();
  const headers = { Origin: 'https://phish.example', 'Sec-Fetch-Site': 'cross-site' };
  const foreign = await times(RATE_LIMITS.login.calls + 5, () =>
    callRoute(signIn, { body: noSignIn, peer, headers }),
  );
  expect(codes(foreign)).toEqual({ 403: foreign.length });
  expect(await callRoute(signIn, { body: noSignIn, peer })).toMatchObject({ code: 400 });
});

test('OPS-4 OPS-6 instances with one database share a count, and an expired window no longer counts', async () => {
  const { calls, seconds } = RATE_LIMITS.upload;
  const [one, other] = [createLimiters(RATE_LIMITS), createLimiters(RATE_LIMITS)];
  const answers = await times(40, (index) =>
    (index % 2 ? one : other).upload.consume('client').then(
      () => 'in',
      () => 'out',
    ),
  );
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(calls);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + seconds * 1_000 + 1);
  await expect(one.upload.consume('client')).resolves.toMatchObject({ remainingPoints: calls - 1 });
  await expect(other.upload.consume('client')).resolves.toMatchObject({ remainingPoints: calls - 2 });
  clock.mockRestore();
});

test('OPS-6 counts reads without the database, and does not count those from this machine', async () => {
  const peer = newPeer();
  const { calls } = RATE_LIMITS.read;
  const query = jest.spyOn(areaPool('counter'), 'query');
  expect(codes(await times(calls + 5, () => callRoute(unknownGet, { peer })))).toEqual({
    404: calls,
    429: 5,
  });
  expect(codes(await times(calls + 5, () => callRoute(unknownGet)))).toEqual({ 404: calls + 5 });
  expect(codes(await times(5, () => callRoute(unknownPost, { body: {}, peer })))).toEqual({ 429: 5 });
  // Neither do other frequent calls, but they are counted from this machine, too.
  for (const name of ['stream', 'report', 'media', 'message'] as const) {
    const { calls: allowed } = RATE_LIMITS[name];
    const outcomes = await times(allowed + 2, () => outcomeOf(admitClient(name, requestFrom('127.0.0.1'))));
    expect([name, outcomes.filter((code) => code === 429)]).toEqual([name, [429, 429]]);
  }
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test('OPS-6 if counts cannot be stored, sign-ins and verifications are rejected, and reads still work', async () => {
  const token = await tokenOf(demoAccount(3));
  const peer = newPeer();
  await queryDatabase(backend, 'alter table rate_limits rename to lost');
  try {
    const unavailable = { code: 503, status: 503, data: null };
    expect(await callRoute(signIn, { body: noSignIn, peer })).toMatchObject(unavailable);
    await expect(admitClient('write', requestFrom(peer))).rejects.toMatchObject({
      code: 503,
      messageKey: 'unavailable',
      cause: { message: expect.stringContaining('rate_limits') },
    });
    const query = jest.spyOn(areaPool('nonce'), 'query');
    // Unlike whole requests, these calls are all waiting before the first one is counted.
    const outcomes = await times(100, () => outcomeOf(admitClient('login', requestFrom(peer))));
    expect(outcomes).toEqual(outcomes.map(() => 503));
    // Calls that wait for their turn fail with the first.
    expect(query.mock.calls.length).toBeLessThanOrEqual(NONCE_CONNECTIONS);
    query.mockRestore();
    expect(await callRoute(nonce, { body: {}, peer })).toMatchObject(unavailable);
    expect(await callRoute(verify, { body: noProof, token, peer })).toMatchObject(unavailable);
    expect(await callRoute(languages, { peer })).toMatchObject({ code: 200 });
    expect(await callRoute(info, { token, peer })).toMatchObject({ code: 200 });
  } finally {
    await queryDatabase(backend, 'alter table lost rename to rate_limits');
  }
  for (const route of [signIn, nonce])
    expect(await callRoute(route, { body: noSignIn, peer })).toMatchObject({ code: 400 });
});

test('OPS-6 a client’s calls never queue for a connection ahead of other clients, even if more arrive meanwhile', async () => {
  const { login: limiter } = createLimiters({ ...RATE_LIMITS, login: { calls: 1_000, seconds: 60 } });
  let open = 0;
  const call = async () => {
    open += 1;
    await limiter.consume('client').finally(() => {
      open -= 1;
    });
  };
  const calls = Array.from({ length: 3 * NONCE_CONNECTIONS }, call);
  await calls[0];
  calls.push(...Array.from({ length: 3 * NONCE_CONNECTIONS }, call));
  let waiting = 0;
  while (open > 0) {
    await nextTurn();
    waiting = Math.max(waiting, areaPool('nonce').waitingCount);
  }
  await Promise.all(calls);
  expect(waiting).toBe(0);
});

test('OPS-6 a reset clears the counts of this instance', async () => {
  const request = requestFrom(newPeer());
  const { calls } = RATE_LIMITS.report;
  const fill = () => times(calls + 1, () => outcomeOf(admitClient('report', request)));
  expect((await fill()).filter((code) => code === 429)).toHaveLength(1);
  resetLimits();
  expect((await fill()).filter((code) => code === 429)).toHaveLength(1);
});

test('OPS-6 limiters leave expired counts to the clean-up instead of deleting them on a timer', () => {
  const timer = jest.spyOn(globalThis, 'setTimeout');
  createLimiters(RATE_LIMITS);
  expect(timer).not.toHaveBeenCalled();
  timer.mockRestore();
});

/** Opens a price stream for the client at an IP address. */
const open = (peer: string) =>
  stream(new Request(`${ORIGIN}/api/coin/pricing/stream`, { headers: { [peerHeader()]: peer } }), {
    params: Promise.resolve({}),
  });

test('OPS-6 PRICE-1 limits the open price streams per client, and still serves other clients', async () => {
  const greedy = newPeer();
  const held = await times(PRICE_STREAMS_PER_CLIENT, () => open(greedy));
  expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
  const refused = await open(greedy);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '30',
    { code: 429, data: { retryAfter: 30 } },
  ]);
  const other = await open(newPeer());
  expect(other.status).toBe(200);
  await held[0]?.body?.cancel();
  const again = await open(greedy);
  expect(again.status).toBe(200);
  await Promise.all([...held.slice(1), other, again].map(({ body }) => body?.cancel()));
});

test('OPS-6 clients of an IPv6 /48 share a limit on price streams', async () => {
  const held = await times(PRICE_STREAMS_PER_NETWORK, (index) => open(`2001:db8:a:${index.toString(16)}::1`));
  expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
  const refused = await open('2001:db8:a:ffff::1');
  expect(refused.status).toBe(429);
  const other = await open('2001:db8:b::1');
  expect(other.status).toBe(200);
  await held[0]?.body?.cancel();
  const again = await open('2001:db8:a:ffff::1');
  expect(again.status).toBe(200);
  await Promise.all([...held.slice(1), other, again].map(({ body }) => body?.cancel()));
});
