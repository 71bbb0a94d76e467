import { Client } from 'pg';
import {
  BATCH_ROWS,
  CARD_DECLINE_RETENTION_DAYS,
  CARD_EVENT_RETENTION_DAYS,
  cleanUp,
  cleanUpAges,
  startCleaning,
  stopCleaning,
} from '@/lib/server/db/clean-up';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { askNonce, tokenOf } from '../../support/api-sign-in';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

/** More rows than one batch deletes. */
const EXPIRED = BATCH_ROWS + 200;
const TABLES = ['nonces', 'sessions', 'rate_limits'] as const;
const account = demoAccount(1);

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
  await stopCleaning();
  await tokenOf(account);
});
afterAll(() => backend.stop());

beforeEach(async () => {
  await queryDatabase(
    backend,
    `insert into nonces select 'expired' || n, $1, 31337, '', '', '', now(), now() - interval '1 second'
     from generate_series(1, ${EXPIRED}) n`,
    [account.address],
  );
  await queryDatabase(
    backend,
    `insert into sessions select 'expired' || n, $1, now(), now() - interval '25 hours'
     from generate_series(1, ${EXPIRED}) n`,
    [account.address],
  );
  await queryDatabase(
    backend,
    `insert into rate_limits select 'expired' || n, 1, 1 from generate_series(1, ${EXPIRED}) n`,
  );
});
afterEach(() =>
  Promise.all(
    TABLES.map((table) =>
      queryDatabase(backend, `delete from ${table} where ${table}::text like '%expired%'`),
    ),
  ),
);

async function countExpired(): Promise<number[]> {
  const counts = TABLES.map(async (table) => {
    const text = `select count(*)::int from ${table} where ${table}::text like '%expired%'`;
    return (await queryDatabase<{ count: number }>(backend, text))[0]?.count ?? 0;
  });
  return Promise.all(counts);
}

test('AUTH-2 OPS-6 expired nonces, sessions, and counts are deleted in batches, and others are kept', async () => {
  const { nonce = '' } = await askNonce(account.address);
  await queryDatabase(
    backend,
    `insert into sessions values ('recently ended', $1, now(), now() - interval '23 hours')`,
    [account.address],
  );
  await cleanUp();
  expect(await countExpired()).toEqual([0, 0, 0]);
  expect(await queryDatabase(backend, 'select from nonces where nonce = $1', [nonce])).toHaveLength(1);
  expect(await queryDatabase(backend, 'select from sessions')).toHaveLength(2);
  expect((await queryDatabase(backend, 'select from rate_limits')).length).toBeGreaterThan(0);
});

test('OPS-6 transfers without a fee and their transactions are deleted 90 days after they were settled', async () => {
  await queryDatabase(
    backend,
    `insert into outbox (id, role, chain_id, sender, nonce, "to", data, gas, max_fee, max_tip, raw, hashes, signed_at_block,
        created_at, settled_at)
      select n, 'relayer', 31337, '0x', n, '0x', '0x', 1, 1, 1, '0x', '{}', 1, now() - interval '1 day' * n,
        case when n <> 100 then now() end
      from unnest(array[1, 89, 91, 100]) n`,
  );
  await queryDatabase(
    backend,
    `insert into transfers (id, chain_id, route, contract, owner, token, "to", amount_raw, nonce, deadline, signature, proof,
        state, outbox_id, queued_at_block, created_at, settled_at)
      select id::text, 31337, 'vault', '0x', $1, '0x', '0x', 1, nonce, 1, '0x', 'key', 'confirmed', id, 1, created_at, settled_at
      from outbox`,
    [account.address],
  );
  await cleanUp();
  for (const table of ['outbox', 'transfers']) {
    const rows = await queryDatabase<{ nonce: string }>(backend, `select nonce from ${table} order by nonce`);
    expect(rows.map(({ nonce }) => Number(nonce))).toEqual([1, 89, 100]);
  }
});

test('AUTH-2 no call deletes expired rows itself', async () => {
  await tokenOf(account);
  expect(await countExpired()).toEqual([EXPIRED, EXPIRED, EXPIRED]);
});

test('OPS-4 instances that clean up at the same time do not wait for each other', async () => {
  const other = new Client({ connectionString: backend.databaseUrl });
  await other.connect();
  try {
    await other.query("begin; select from nonces where nonce = 'expired1' for update");
    await Promise.all([cleanUp(), cleanUp()]);
    expect(await countExpired()).toEqual([1, 0, 0]);
  } finally {
    await other.end();
  }
});

test.each([
  ['nonces', 'expires_at'],
  ['sessions', 'expires_at'],
  ['rate_limits', 'expire'],
])('OPS-6 %s has an index on %s, by which expired rows are found', async (table, column) => {
  const text = 'select from pg_indexes where tablename = $1 and indexdef like $2';
  expect(await queryDatabase(backend, text, [table, `%(${column})%`])).toHaveLength(1);
});

test('OPS-3 the age of a clean-up grows until a run has deleted all expired rows of the table', async () => {
  const agesMs = () => new Map(cleanUpAges().map(({ table, ageMs }) => [table, ageMs]));
  const isCleanedSince = async (table: string, at: number) =>
    (agesMs().get(table) ?? Number.POSITIVE_INFINITY) <= performance.now() - at;
  const other = new Client({ connectionString: backend.databaseUrl });
  await other.connect();
  try {
    await other.query('begin; lock table sessions');
    await startCleaning();
    await until(async () => {
      const { nonces = 0, sessions = 0 } = Object.fromEntries(agesMs());
      return nonces < sessions;
    }, 'the clean-up of the first table');
    const releasedAt = performance.now();
    expect(await isCleanedSince('sessions', releasedAt)).toBe(false);
    await other.query('commit');
    await until(() => isCleanedSince('sessions', releasedAt), 'the clean-up of the locked table');
    expect((await countExpired())[1]).toBe(0);
  } finally {
    await other.end();
    await stopCleaning();
  }
  expect(cleanUpAges()).toEqual([]);
});

test('OPS-6 old events and declined requests of cards are deleted, and what is open or approved is kept', async () => {
  const [old, recent] = [CARD_EVENT_RETENTION_DAYS + 1, CARD_EVENT_RETENTION_DAYS - 1];
  const event = (id: string, days: number, set = 'null, null, null') =>
    queryDatabase(
      backend,
      `insert into card_events (id, received_at, content, applied_at, set_aside_at)
        select $1, now() - make_interval(days => $2), ${set}`,
      [id, days],
    );
  await event('old reply', old);
  await event('recent reply', recent);
  await event('old applied', old, `'{}', now(), null`);
  await event('old open', old, `'{}', null, null`);
  await event('old set aside', old, `'{}', null, now()`);
  const request = (id: string, isApproved: boolean, days: number) =>
    queryDatabase(
      backend,
      `insert into card_requests (event_id, authorization_id, card_id, amount, currency, merchant_amount, merchant_currency,
          merchant_id, merchant_category, is_approved, reason, approved_amount, reserved_raw, created_at, decided_at, ms)
        select $1, $1, 'ic_1', 1, 'usd', 1, 'usd', 'net_1', 'cafes', $2, 'card_unknown', 0, 0, now(),
          now() - make_interval(days => $3), 1`,
      [id, isApproved, days],
    );
  await request('old approved', true, CARD_DECLINE_RETENTION_DAYS + 1);
  await request('old declined', false, CARD_DECLINE_RETENTION_DAYS + 1);
  await request('recent declined', false, CARD_DECLINE_RETENTION_DAYS - 1);
  await cleanUp();
  const left = (table: string, column: string) =>
    queryDatabase<{ id: string }>(backend, `select ${column} as id from ${table} order by 1`);
  expect((await left('card_events', 'id')).map(({ id }) => id)).toEqual([
    ...['old open', 'old set aside', 'recent reply'],
  ]);
  expect((await left('card_requests', 'event_id')).map(({ id }) => id)).toEqual([
    ...['old approved', 'recent declined'],
  ]);
});
