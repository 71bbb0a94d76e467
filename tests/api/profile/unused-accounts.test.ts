import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import type { LocalAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { GET as info } from '@/app/api/user/info/route';
import { POST as setInviter } from '@/app/api/user/inviter/route';
import { user } from '@/lib/api/schemas/user';
import { cleanUp, stopCleaning } from '@/lib/server/db/clean-up';
import { log } from '@/lib/server/log';
import {
  ACCOUNT_BATCH_ROWS,
  DELETED_WITH,
  deleteUnusedAccounts,
  KEEPING,
} from '@/lib/server/profile/unused-accounts';
import { serverEnv } from '@/lib/settings/env';
import { settings } from '@/lib/settings/settings-schema';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { plain } from '../../support/pictures';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';
import { fetchAvatar, nameOf, storedFiles, uploadPicture } from '../../support/upload-form';

const DAYS = 30;
const HOUR_MS = 60 * 60 * 1_000;

let backend: Backend;
/** A second connection to the database, like that of another instance. */
let other: Client;
beforeAll(async () => {
  backend = await startBackend({ env: { ACCOUNT_RETENTION_DAYS: String(DAYS) } });
  await stopCleaning();
  other = new Client({ connectionString: backend.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await backend?.stop();
});
// After a failed test, its transaction may still be open.
afterEach(() => other.query('rollback'));

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  queryDatabase<Row>(backend, text, values);
const newAccount = () => privateKeyToAccount(generatePrivateKey());

/** Makes the last sign-in of an account `days` old, and ends its sessions as if the clean-up had deleted them. */
async function age({ address }: Pick<LocalAccount, 'address'>, days: number): Promise<void> {
  await query('delete from sessions where address = $1', [address]);
  await query('update users set last_signed_in_at = now() - make_interval(days => $2) where address = $1', [
    address,
    days,
  ]);
}

/** Returns an account that nobody has signed in to for longer than the setting allows. */
async function oldAccount(): Promise<LocalAccount> {
  const account = newAccount();
  await tokenOf(account);
  await age(account, DAYS + 1);
  return account;
}

const isThere = async ({ address }: Pick<LocalAccount, 'address'>) =>
  (await query('select from users where address = $1', [address])).length === 1;

/** Statements that add a row to the column that refers to the account $1. */
const ROWS: Record<string, string> = {
  'sessions.address': `insert into sessions values (md5($1), $1, now(), now() - interval '3 hours')`,
  'transactions.owner': `insert into transactions (kind, chain_id, tx_hash, log_index, owner, coin_id, amount_raw, decimals,
      block_number, block_hash, block_time, orphaned_at)
    values ('deposit', 31337, md5($1), 0, $1, 1, 1, 18, 1, md5($1), now(), now())`,
  'transfers.owner': `insert into transfers (id, chain_id, route, contract, owner, token, "to", amount_raw, nonce, deadline,
      signature, proof, state, queued_at_block)
    values (md5($1), 31337, 'vault', '0x01', $1, '0x02', '0x03', 1, 1, 1, '0x', 'key', 'confirmed', 1)`,
  'message_devices.address': `insert into message_devices values (md5($1), $1, now(), now())`,
  'message_log.address': `insert into message_log values ($1, 1, '{}', md5($1))`,
  'message_usage.address': `insert into message_usage values ($1, current_date, 1)`,
  'message_blocks.address': `insert into message_blocks values ($1, '0x01')`,
  'message_reports.reporter': `insert into message_reports (reporter, reported, reason) values ($1, '0x01', 'Spam')`,
  'card_holders.owner': `insert into card_holders (id, owner, country, status) values (md5($1), $1, 'US', 'active')`,
  'card_accounts.owner': `insert into card_accounts (chain_id, contract, owner, token, coin_id, decimals, block_number, block_hash)
    values (31337, '0x0c', $1, '0x02', 1, 18, 1, md5($1))`,
  'users.inviter': `insert into users (address, invite_code, inviter) values (md5($1), md5($1), $1)`,
  'article_reads.address': `insert into article_reads select $1, min(id) from articles`,
};

const nameOfColumn = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;

/** The foreign keys to the table of users, and whether an index finds the rows that refer to a user. */
const foreignKeys = () =>
  query<{ name: string; is_indexed: boolean }>(`
    select conrelid::regclass || '.' || attname as name, exists (
      select from pg_index where indrelid = conrelid and indkey[0] = attnum and indpred is null
    ) as is_indexed
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass`);

test('OPS-7 every foreign key to an account is decided, and has an index', async () => {
  const keys = await foreignKeys();
  const decided = [...KEEPING, ...DELETED_WITH].map(nameOfColumn);
  expect(keys.map(({ name }) => name).sort()).toEqual([...decided].sort());
  expect(Object.keys(ROWS).sort()).toEqual([...decided].sort());
  expect(keys.filter(({ is_indexed }) => !is_indexed)).toEqual([]);
});

test('OPS-7 deletes an account only after the set number of days without a sign-in', async () => {
  const [old, recent] = [await oldAccount(), newAccount()];
  await tokenOf(recent);
  await age(recent, DAYS - 1);
  const logged = jest.spyOn(log, 'info');
  await cleanUp();
  expect([await isThere(old), await isThere(recent)]).toEqual([false, true]);
  expect(logged).toHaveBeenCalledWith({ accounts: 1 }, 'unused accounts were deleted');
  logged.mockRestore();
  // The next run finds nothing to do.
  await cleanUp();
  expect(await isThere(recent)).toBe(true);
});

test('OPS-7 deletes no account by default', async () => {
  expect(settings().shape.ACCOUNT_RETENTION_DAYS.parse(undefined)).toBe(0);
  const old = await oldAccount();
  const off = jest.replaceProperty(serverEnv(), 'ACCOUNT_RETENTION_DAYS', 0);
  await cleanUp();
  expect(await isThere(old)).toBe(true);
  off.restore();
  await cleanUp();
  expect(await isThere(old)).toBe(false);
});

test.each(KEEPING.map(nameOfColumn))('OPS-7 a row in %s keeps an account', async (name) => {
  const old = await oldAccount();
  await query(ROWS[name] ?? '', [old.address]);
  await cleanUp();
  expect(await isThere(old)).toBe(true);
});

test('OPS-7 read marks, name, and picture are deleted with the account', async () => {
  const account = newAccount();
  const picture = await plain(60, 60).png().toBuffer();
  const file = nameOf((await uploadPicture(await tokenOf(account), picture)).data?.url);
  await age(account, DAYS + 1);
  await query(ROWS['article_reads.address'] ?? '', [account.address]);
  await cleanUp();
  expect(await isThere(account)).toBe(false);
  expect(await query('select from article_reads where address = $1', [account.address])).toEqual([]);
  expect(await storedFiles(backend)).not.toContain(file);
  expect((await fetchAvatar(file)).status).toBe(404);
});

test('OPS-7 a picture that the store can’t remove is removed later', async () => {
  const account = newAccount();
  const picture = await plain(61, 61).png().toBuffer();
  const file = nameOf((await uploadPicture(await tokenOf(account), picture)).data?.url);
  const place = path.join(backend.dir, 'uploads', file);
  // A folder can't be removed as a file.
  await rm(place);
  await mkdir(place);
  await age(account, DAYS + 1);
  await expect(cleanUp()).rejects.toMatchObject({ code: 503 });
  expect(await isThere(account)).toBe(false);
  await rmdir(place);
  await writeFile(place, picture);
  await cleanUp();
  expect(await storedFiles(backend)).not.toContain(file);
  expect(await query('select from former_avatars')).toEqual([]);
});

test('OPS-7 a picture that another account has, too, stays', async () => {
  const [account, friend] = [newAccount(), newAccount()];
  const picture = await plain(62, 62).png().toBuffer();
  const { data } = await uploadPicture(await tokenOf(account), picture);
  await tokenOf(friend);
  await query('update users set avatar = $1 where address = $2', [nameOf(data?.url), friend.address]);
  await age(account, DAYS + 1);
  await cleanUp();
  expect(await isThere(account)).toBe(false);
  expect((await fetchAvatar(nameOf(data?.url))).status).toBe(200);
});

test('OPS-7 AUTH-2 an account outlives its sessions, and a new sign-in creates it again', async () => {
  const account = newAccount();
  const token = await tokenOf(account);
  const before = user.parse((await callRoute(info, { token })).data);
  await query(`update users set last_signed_in_at = now() - interval '31 days' where address = $1`, [
    account.address,
  ]);
  await cleanUp();
  expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
  // The run deletes the session a day after its end, and then the account.
  await cleanUp(new Date(Date.now() + 27 * HOUR_MS));
  expect(await isThere(account)).toBe(false);
  expect(await callRoute(info, { token })).toMatchObject({ code: 401 });
  const after = user.parse((await callRoute(info, { token: await tokenOf(account) })).data);
  expect(after.address).toBe(before.address);
  expect(after.inviteCode).not.toBe(before.inviteCode);
});

test('OPS-7 a sign-in is recorded, and the API doesn’t return its time', async () => {
  const account = await oldAccount();
  const { data } = await callRoute(info, { token: await tokenOf(account) });
  expect(data).not.toHaveProperty('lastSignedInAt');
  const recent = `select from users where address = $1 and last_signed_in_at > now() - interval '5 minutes'`;
  expect(await query(recent, [account.address])).toHaveLength(1);
});

test('OPS-7 accounts are checked and deleted in batches, and those that are kept don’t hold up others', async () => {
  const insert = (from: number, to: number) =>
    query(
      `insert into users (address, invite_code, last_signed_in_at)
        select '0x' || lpad(n::text, 40, '0'), 'batch' || n, now() - interval '31 days' from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  await insert(1, ACCOUNT_BATCH_ROWS + 200);
  const now = new Date();
  expect(await deleteUnusedAccounts(now)).toBe(ACCOUNT_BATCH_ROWS);
  expect(await deleteUnusedAccounts(now)).toBe(200);
  await insert(1, ACCOUNT_BATCH_ROWS + 1);
  await query(
    `insert into message_blocks select address, '0x01' from users where invite_code like 'batch%' and invite_code <> $1`,
    [`batch${ACCOUNT_BATCH_ROWS + 1}`],
  );
  expect([await deleteUnusedAccounts(now), await deleteUnusedAccounts(now)]).toEqual([0, 1]);
  await query(
    `delete from message_blocks where address in (select address from users where invite_code like 'batch%')`,
  );
  expect([await deleteUnusedAccounts(now), await deleteUnusedAccounts(now)]).toEqual([ACCOUNT_BATCH_ROWS, 0]);
});

const SIGN_IN = 'update users set last_signed_in_at = now() where address = $1';
/** What may appear for an account while the clean-up runs. */
const APPEARING: [string, string][] = [
  ['a sign-in', SIGN_IN],
  ...KEEPING.map(nameOfColumn).map((name): [string, string] => [name, ROWS[name] ?? '']),
];

test.each(APPEARING)('OPS-7 %s in an open transaction keeps the account, without a wait', async (_, text) => {
  const [old, unused] = [await oldAccount(), await oldAccount()];
  await other.query('begin');
  await other.query(text, [old.address]);
  await cleanUp();
  await other.query('commit');
  expect([await isThere(old), await isThere(unused)]).toEqual([true, false]);
  await cleanUp();
  expect(await isThere(old)).toBe(true);
});

/** Waits until a statement of the server that matches `pattern` waits for a lock. */
const untilWaiting = (pattern: string) =>
  until(
    async () => {
      const text = `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`;
      return (await query(text, [pattern])).length > 0;
    },
    `a wait of ${pattern}`,
    30_000,
  );

test.each(APPEARING)('OPS-7 %s between the check and the lock of an account keeps it', async (_, text) => {
  const [old, unused] = [await oldAccount(), await oldAccount()];
  // Reads of the table pass, and row locks wait.
  await other.query('begin; lock table users in exclusive mode');
  const run = cleanUp();
  await untilWaiting('%from "users"%for update%');
  await other.query(text, [old.address]);
  await other.query('commit');
  await run;
  expect([await isThere(old), await isThere(unused)]).toEqual([true, false]);
});

/** Runs the clean-up, and `call` while it has locked the unused accounts. */
async function duringDeletion<Result>(waiting: string, call: () => Promise<Result>): Promise<Result> {
  await other.query('begin; lock table article_reads');
  const run = cleanUp();
  await untilWaiting('%with gone as%');
  const result = call();
  await untilWaiting(waiting);
  await other.query('commit');
  await run;
  return result;
}

test('OPS-7 a sign-in during the deletion of its account waits and creates it again', async () => {
  const account = await oldAccount();
  const token = await duringDeletion('with "signed_in"%', () => tokenOf(account));
  expect(await callRoute(info, { token })).toMatchObject({ code: 200, data: { address: account.address } });
  await cleanUp();
  expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
});

test('OPS-7 WAL-11 the invite code of an account that is being deleted is unknown', async () => {
  const [account, guest] = [newAccount(), newAccount()];
  const { inviteCode } = user.parse((await callRoute(info, { token: await tokenOf(account) })).data);
  await age(account, DAYS + 1);
  const token = await tokenOf(guest);
  const answer = await duringDeletion('select%for key share%', () =>
    callRoute(setInviter, { token, body: { code: inviteCode } }),
  );
  expect(answer).toMatchObject({ code: 404, data: { reason: 'unknown_code' } });
});

test('OPS-7 instances that delete at the same time delete each account once', async () => {
  const accounts = [await oldAccount(), await oldAccount(), await oldAccount()];
  const counts = await Promise.all([deleteUnusedAccounts(new Date()), deleteUnusedAccounts(new Date())]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  for (const account of accounts) expect(await isThere(account)).toBe(false);
});
