import { cpuUsage, env } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Hex, keccak256, parseEther, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { boot, shutDown } from '@/lib/server/boot';
import { describeError } from '@/lib/server/log';
import { depositNative } from '@/tests/support/api-deposit';
import { tokenOf } from '@/tests/support/api-sign-in';
import {
  executedOn,
  offersTransfers,
  queueTransfer,
  reaches,
  type SignedVaultTransfer,
  signTransfer,
  vaultBalanceOf,
} from '@/tests/support/api-transfers';
import { ORIGIN, UNLIMITED } from '@/tests/support/plain-chains';
import { relayerKeys, type SenderProcess, startRelayer } from '@/tests/support/relayer';
import { startSiteServices } from '@/tests/support/site-services';
import { until } from '@/tests/support/until';
import { percentile } from '../soak/tally';
import { printTable } from './served-site';

/** Transfers per second, for how many seconds, and how many one after the other before. Arguments override them. */
const [RATE = 50, SECONDS = 60, SINGLE = 100] = process.argv.slice(2).map(Number);
const KILL_INTERVAL_MS = 5_000;
const USERS = 100;
const PLANS = [{ id: 31337, name: 'Local chain 1', preferredPort: 3640 }];
const DEPOSIT = parseEther('1');

const users = Array.from({ length: USERS }, (_, index) =>
  privateKeyToAccount(keccak256(toHex(`user ${index} of the bench`))),
);
const recipient = privateKeyToAccount(keccak256(toHex('the recipient of the bench'))).address;

const services = await startSiteServices(PLANS);
const { chain, dir, databaseUrl } = services;
Object.assign(env, {
  DATABASE_URL: databaseUrl,
  CHAINS_FILE: services.chainsFile,
  ORIGINS: ORIGIN,
  LOG_LEVEL: 'error',
  PRICE_PLATFORMS: '',
  RATE_SOURCES: '',
  RATE_LIMITS: UNLIMITED,
  DATABASE_WAIT_SECONDS: '60',
  RELAYER_DAILY_TRANSFERS: '1000000',
  RELAYER_DAILY_BUDGETS: '31337=50',
});
await boot();

const database = new Client({ connectionString: databaseUrl });
const relayers = new Map<string, SenderProcess>();
const keys = await relayerKeys(dir, [chain]);
/** Starts a relayer whose connections have its name, so that `activeRelayer` finds it. */
const launch = async (name: string) => {
  relayers.set(name, await startRelayer(keys, { PGAPPNAME: name }));
};

/** Returns the name of the relayer that holds the lock, or undefined while none does. */
async function activeRelayer(): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and application_name = any($1)`,
    [[...relayers.keys()]],
  );
  return rows[0]?.name;
}

/** Returns the number of accepted transfers that aren't confirmed yet. */
async function unconfirmed(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from transfers where state <> 'confirmed'",
  );
  return rows[0]?.count ?? 0;
}

/** Kills the active relayer every KILL_INTERVAL_MS and starts it again. Returns the number of kills. */
async function killUntil(end: number): Promise<number> {
  let kills = 0;
  for (let next = performance.now() + KILL_INTERVAL_MS; next < end; next += KILL_INTERVAL_MS) {
    await delay(Math.max(0, next - performance.now()));
    const name = await until(activeRelayer, 'a relayer takes over');
    await relayers.get(name)?.kill();
    kills += 1;
    await launch(name);
  }
  return kills;
}

const sent = new Map<Hex, number>();
const tokens: string[] = [];

/** Queues a transfer of a user. */
async function queue(user: number, signed: SignedVaultTransfer): Promise<void> {
  await queueTransfer(chain, tokens[user] ?? '', signed);
  sent.set(signed.id, user);
}

const sign = (user: number) =>
  signTransfer(chain, users[user] as (typeof users)[number], { to: recipient, amount: 1n });

/** Returns the times from a signature to its confirmation (ms), of transfers one after the other. */
async function singleTimes(): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < SINGLE; index += 1) {
    const user = index % USERS;
    const signed = await sign(user);
    const startedAt = performance.now();
    await queue(user, signed);
    await reaches(tokens[user] ?? '', signed.id, 'confirmed');
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Queues transfers at RATE while relayers are killed. Returns the seconds until all were accepted and confirmed, and kills. */
async function sendMany() {
  const signed: SignedVaultTransfer[] = [];
  for (let index = 0; index < RATE * SECONDS; index += 1) signed.push(await sign(index % USERS));
  const startedAt = performance.now();
  const usedBefore = cpuUsage();
  const since = () => (performance.now() - startedAt) / 1_000;
  const killing = killUntil(startedAt + SECONDS * 1_000);
  const calls: Promise<boolean>[] = [];
  for (const [index, one] of signed.entries()) {
    await delay(Math.max(0, startedAt + (index * 1_000) / RATE - performance.now()));
    calls.push(
      queue(index % USERS, one).then(
        () => true,
        (error: unknown) => {
          console.error(`not accepted: ${describeError(error).message}`);
          return false;
        },
      ),
    );
  }
  const accepted = (await Promise.all(calls)).filter(Boolean).length;
  const acceptedS = since();
  const { user, system } = cpuUsage(usedBefore);
  await until(async () => (await unconfirmed()) === 0, 'the last confirmation');
  return { accepted, acceptedS, cpuMs: (user + system) / 1_000, confirmedS: since(), kills: await killing };
}

/** Returns what differs between the accepted transfers, the chain, and the outbox. */
async function faults(): Promise<string[]> {
  const found: string[] = [];
  const executed = await executedOn(chain);
  const lost = [...sent.keys()].filter((id) => !executed.includes(id)).length;
  const doubled = executed.length - new Set(executed).size;
  if (lost > 0) found.push(`${lost} transfers were lost`);
  if (doubled > 0) found.push(`${doubled} transfers happened twice`);
  const received = await vaultBalanceOf(chain, recipient);
  if (received !== BigInt(sent.size)) found.push(`${received} arrived instead of ${sent.size}`);
  const made = [...sent.values()];
  for (const [index, { address }] of users.entries()) {
    const expected = DEPOSIT - BigInt(made.filter((user) => user === index).length);
    if ((await vaultBalanceOf(chain, address)) !== expected) found.push(`user ${index} has a wrong balance`);
  }
  const { rows } = await database.query<{ count: number; last: number }>(
    'select count(*)::int as count, max(nonce)::int as last from outbox where block_number is not null',
  );
  const mined = await chain.client.getTransactionCount({ address: keys.addresses.get(chain.id) ?? '0x' });
  if (rows.some(({ count, last }) => count !== mined || last !== mined - 1))
    found.push(`${mined} transactions were mined, but the outbox has ${JSON.stringify(rows)}`);
  return found;
}

try {
  await database.connect();
  for (const user of users) {
    await chain.client.setBalance({ address: user.address, value: 2n * DEPOSIT });
    await depositNative(chain, user, DEPOSIT);
    tokens.push(await tokenOf(user));
  }
  await Promise.all(['relayer-a', 'relayer-b'].map(launch));
  await offersTransfers(chain, tokens[0] ?? '', recipient);

  const times = await singleTimes();
  console.log(`\n${SINGLE} transfers one after the other, from the signature until they are confirmed:\n`);
  printTable(
    ['p50 s', 'p95 s', 'worst s', 'goal for p95'],
    [[...[0.5, 0.95, 1].map((share) => (percentile(times, share) / 1_000).toFixed(2)), '4.00']],
  );

  const { accepted, acceptedS, cpuMs, confirmedS, kills } = await sendMany();
  console.log(
    `\n${accepted} of ${RATE * SECONDS} transfers of ${USERS} users, with two relayers, the active one killed ${kills} times:\n`,
  );
  printTable(
    [
      'transfers/s wanted',
      'accepted/s',
      'confirmed/s',
      'last confirmed after s',
      'CPU ms of the API per transfer',
    ],
    [
      [
        String(RATE),
        (accepted / acceptedS).toFixed(1),
        (accepted / confirmedS).toFixed(1),
        (confirmedS - acceptedS).toFixed(1),
        (cpuMs / accepted).toFixed(1),
      ],
    ],
  );

  const found = await faults();
  console.log(
    `\n${found.join('\n') || `None lost or doubled: ${sent.size} transfers, compared with events and balances.`}`,
  );
  if (found.length > 0) process.exitCode = 1;
} finally {
  await Promise.all([...relayers.values()].map((relayer) => relayer.stop()));
  await database.end();
  await shutDown();
  await services.stop();
}
