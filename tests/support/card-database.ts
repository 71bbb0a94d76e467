import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { getAddress, numberToHex, parseUnits } from 'viem';
import { decide } from '@/lib/server/card/decision/decide';
import { closeDatabase } from '@/lib/server/db/database';
import { migrateAndSeed } from '@/lib/server/db/migrate';
import type { ApprovalRequest } from '@/lib/server/issuer/facts';
import { childEnv } from '@/lib/settings/process-env';
import { ORIGIN, plainChainsFile, type TestChain } from './plain-chains';
import { startEmptyPostgres } from './postgres';

export const CHAIN_ID = 31_337;
/** Coins of `plainChainsFile`: ETH has 18 decimals, and tUSDT is pegged and has 6. */
export const CARD_COIN = { eth: 1, tUsdt: 2 } as const;

export type CardDatabase = {
  databaseUrl: string;
  query: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Connects once more, like another instance. The connection is closed with the database. */
  connect: () => Promise<Client>;
  stop: () => Promise<void>;
};

/** Starts a real PostgreSQL with the tables of the server, without chains. */
export async function startCardDatabase(): Promise<CardDatabase> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-card-'));
  const postgres = await startEmptyPostgres(dir);
  const file = path.join(dir, 'chains.json');
  const chain = {
    ...{ id: CHAIN_ID, name: 'Local', rpcUrl: 'http://127.0.0.1:1' },
    ...{ vault: getAddress(numberToHex(1, { size: 20 })), token: getAddress(numberToHex(2, { size: 20 })) },
  };
  await writeFile(file, JSON.stringify(plainChainsFile([chain as TestChain])));
  const env = { DATABASE_URL: postgres.url, CHAINS_FILE: file, ORIGINS: ORIGIN, LOG_LEVEL: 'silent' };
  jest.replaceProperty(process, 'env', childEnv(env));
  await migrateAndSeed();
  const clients: Client[] = [];
  const connect = async () => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    clients.push(client);
    return client;
  };
  const own = await connect();
  await followChain({ query: async (text, values) => (await own.query(text, values)).rows });
  return {
    databaseUrl: postgres.url,
    query: async (text, values = []) => (await own.query(text, values)).rows,
    connect,
    stop: async () => {
      await closeDatabase();
      await Promise.all(clients.map((client) => client.end()));
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};

/** Stores a price in US dollars, which a source confirmed `ageS` seconds ago. */
export const setPrice = ({ query }: Pick<CardDatabase, 'query'>, coinId: number, price: string, ageS = 0) =>
  query(
    `insert into prices values ($1, $2, '{test}', now() - make_interval(secs => $3)) on conflict (coin_id)
      do update set price = excluded.price, at = excluded.at`,
    [coinId, price, ageS],
  );

/** Stores that the contract for cards is followed, and stays so. */
export const followChain = ({ query }: Pick<CardDatabase, 'query'>) =>
  query(
    `insert into card_mirrors (chain_id, contract, block_number, grace, block_at, read_at)
      values ($1, '0x0c', 1, 30, 'infinity', now() + interval '1 day') on conflict do nothing`,
    [CHAIN_ID],
  );

export type NewCard = {
  /** The issuer's IDs. New ones if not set. */
  cardId?: string;
  holderId?: string;
  coinId?: number;
  /** Whole coins. */
  balance?: string;
  dayLimit?: string;
  monthLimit?: string;
};

/** Adds an account of a new user with an active card, and returns their IDs. */
export async function addCard(
  { query }: CardDatabase,
  { coinId = CARD_COIN.tUsdt, balance = '1000', dayLimit = '500', monthLimit = '2000', ...ids }: NewCard = {},
) {
  const number = next();
  const owner = getAddress(numberToHex(1_000 + number, { size: 20 }));
  const { cardId = `ic_${number}`, holderId = `ich_${number}` } = ids;
  const decimals = coinId === CARD_COIN.eth ? 18 : 6;
  const raw = (amount: string) => String(parseUnits(amount, decimals));
  await query(`insert into users (address, invite_code) values ($1, $1)`, [owner]);
  await query(`insert into card_holders (id, owner, country, status) values ($1, $2, 'US', 'active')`, [
    holderId,
    owner,
  ]);
  const [account] = await query<{ id: string }>(
    `insert into card_accounts (chain_id, contract, owner, token, coin_id, decimals, balance, block_number, block_hash)
      values ($1, '0x0c', $2, '0x02', $3, $4, $5, 1, '0x01') returning id`,
    [CHAIN_ID, owner, coinId, decimals, raw(balance)],
  );
  const accountId = Number(account?.id);
  await query(
    `insert into cards (id, holder_id, account_id, chain_card, type, last_four, currency, status, day_limit, month_limit,
        offline_limit, over_capture_bps)
      values ($1, $2, $3, $4, 'virtual', '4242', 'usd', 'active', $5, $6, $7, 2000)`,
    [cardId, holderId, accountId, number, raw(dayLimit), raw(monthLimit), raw('100')],
  );
  return { cardId, accountId, holderId };
}

/** Returns a request of 10.00 US dollars, with changes. */
export function approvalRequest(cardId: string, change: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const number = next();
  return {
    eventId: `evt_${number}`,
    authorizationId: `iauth_${number}`,
    position: 0,
    cardId,
    amount: 1_000n,
    currency: 'usd',
    merchantAmount: 1_000n,
    merchantCurrency: 'usd',
    merchant: { id: 'net_1', name: 'Café', category: 'restaurants', city: null, country: 'US' },
    isAmountControllable: false,
    createdAt: new Date(),
    ...change,
  };
}

/**
 * Decides on a request that is received at a time. The deadline is a minute from now, so that a slow machine doesn't change the
 * outcome.
 */
export const decideAt = (request: ApprovalRequest, at = new Date()) =>
  decide(request, { at, startedAt: performance.now() + 60_000 });

/** What a decision changes, in base units. */
export async function readReserved({ query }: CardDatabase, cardId: string) {
  const [row] = await query<{ unplaced: string; day: string; month: string; queued: string; holds: number }>(
    `select a.unplaced::text, c.used_per_day::text as day, c.used_per_month::text as month,
        (select coalesce(sum(o.amount_raw), 0)::text from card_operations o where o.card_id = c.id and o.state = 'queued') as queued,
        (select count(*)::int from card_operations o where o.card_id = c.id) as holds
      from cards c join card_accounts a on a.id = c.account_id where c.id = $1`,
    [cardId],
  );
  if (!row) throw new Error(`there is no card ${cardId}`);
  return row;
}
