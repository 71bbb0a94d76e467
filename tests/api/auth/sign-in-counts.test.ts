import { Client } from 'pg';
import { POST as generateNonce } from '@/app/api/user/generateNonce/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { peerHeader } from '@/lib/server/http/connections';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { signedMessage } from '../../support/api-sign-in';
import { ORIGIN, queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

const CALLS = 12;
const account = demoAccount(1);
let backend: Backend;
/** A connection of another instance. */
let other: Client;
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: `nonce=2000/60,login=${CALLS}/60` } });
  other = new Client({ connectionString: backend.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await backend?.stop();
});
// After a failed test, its transaction may still be open.
afterEach(() => other.query('rollback'));

let last = 0;
const newPeer = () => `203.0.113.${++last}`;

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  queryDatabase<Row>(backend, text, values);

/** Calls of a client that are counted in the database. */
async function counted(limit: 'nonce' | 'login', peer: string): Promise<number> {
  const [row] = await query<{ points: number }>('select points from rate_limits where key = $1', [
    `${limit}:${peer}`,
  ]);
  return row?.points ?? 0;
}

const sessions = async () =>
  (await query('select from sessions where address = $1', [account.address])).length;

const isWaiting = async () =>
  (await query("select from pg_stat_activity where wait_event_type = 'Lock'")).length > 0;

test.each([
  ['commit', { code: 400, data: { reason: 'nonce' } }, 0],
  ['rollback', { code: 200 }, 1],
])(
  'AUTH-2 OPS-4 a sign-in waits for another instance that is consuming its nonce, and after its %s answers accordingly',
  async (end, expected, opened) => {
    const [body, before] = [await signedMessage(account), await sessions()];
    const nonce = /Nonce: (\w+)/.exec(body.message)?.[1];
    await other.query('begin');
    await other.query('delete from nonces where nonce = $1', [nonce]);
    const answer = callRoute(signIn, { body, peer: newPeer() });
    await until(isWaiting, 'a sign-in that waits for the nonce');
    await other.query(end);
    expect(await answer).toMatchObject(expected);
    expect(await sessions()).toBe(before + opened);
  },
);

test('OPS-6 every sign-in counts once, however it ends, and the limit applies to all of them', async () => {
  const peer = newPeer();
  const [good, forged] = [await signedMessage(account), await signedMessage(account)];
  const signature = await demoAccount(2).signMessage({ message: forged.message });
  const endings: [body: Record<string, unknown>, code: number][] = [
    [good, 200],
    [good, 400],
    [{ message: forged.message, signature }, 400],
    [{ message: 'hello', signature }, 400],
    [{ message: good.message }, 400],
  ];
  for (const [index, [body, code]] of endings.entries()) {
    expect(await callRoute(signIn, { body, peer })).toMatchObject({ code });
    expect(await counted('login', peer)).toBe(index + 1);
  }
  const rest = Array.from({ length: CALLS }, () => callRoute(signIn, { body: good, peer }));
  const refused = (await Promise.all(rest)).filter(({ code }) => code === 429);
  expect(refused).toHaveLength(endings.length);
});

test('OPS-6 OPS-4 a sign-in above the limit leaves the nonce for another client, even if another instance counted', async () => {
  const [peer, body] = [newPeer(), await signedMessage(account)];
  await query('insert into rate_limits values ($1, $2, $3)', [`login:${peer}`, CALLS, Date.now() + 60_000]);
  const before = await sessions();
  // The first is refused by the database's count, and the second from memory.
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await callRoute(signIn, { body, peer })).toMatchObject({ code: 429 });
  expect([await counted('login', peer), await sessions()]).toEqual([CALLS + 1, before]);
  expect(await callRoute(signIn, { body, peer: newPeer() })).toMatchObject({ code: 200 });
});

test('AUTH-7 OPS-6 a key signs in while no chain is configured, and each nonce counts', async () => {
  const peer = newPeer();
  await query('update chains set enabled = false');
  try {
    const body = { address: account.address, chainId: backend.chains[1].id };
    expect(await callRoute(generateNonce, { body, peer })).toMatchObject({ code: 200 });
    expect(await callRoute(signIn, { body: await signedMessage(account), peer })).toMatchObject({
      code: 200,
    });
  } finally {
    await query('update chains set enabled = true');
  }
  expect(await counted('nonce', peer)).toBe(1);
});

test('OPS-6 only a few requests of a client are read before they are counted, and each counts once', async () => {
  const peer = newPeer();
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const send = () =>
    signIn(
      new Request(`${ORIGIN}/api/user/login`, {
        method: 'POST',
        headers: { Origin: ORIGIN, [peerHeader()]: peer, 'Content-Type': 'application/json' },
        body: new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) }),
        duplex: 'half',
      } as RequestInit),
      { params: Promise.resolve({}) },
    );
  const answers = Array.from({ length: CALLS + 2 }, send);
  // Eight wait for their bodies. The others are counted first, and wait then.
  await until(async () => (await counted('login', peer)) === CALLS + 2 - 8, 'the count of the others');
  for (const body of bodies) body.close();
  const codes = (await Promise.all(answers)).map(({ status }) => status);
  expect(codes.filter((code) => code === 400)).toHaveLength(CALLS);
  expect(codes.filter((code) => code === 429)).toHaveLength(2);
});
