import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pLimit from 'p-limit';
import { Client, type QueryResultRow } from 'pg';
import { type Address, erc20Abi, type Hex, type LocalAccount, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { decide } from '@/lib/server/card/decision/decide';
import { findChain, type ServerChain } from '@/lib/server/chain/node';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ChainSender } from '@/server/sender/chain-sender';
import type { SenderContext } from '@/server/sender/outbox';
import { type Backend, startBackend } from './api-backend';
import { senderOn } from './api-deposit';
import { approvalRequest, CARD_COIN } from './card-database';
import { queryDatabase, type TestChain } from './plain-chains';
import { until } from './until';

/** Base units of the test token, which has 6 decimals. */
export const usd = (amount: string | number): bigint => parseUnits(String(amount), 6);

export type CardChain = Awaited<ReturnType<typeof startCardChain>>;
type Limits = { perDay?: bigint; perMonth?: bigint; offlinePerMonth?: bigint; overCaptureBps?: number };

/** A card that is open in the contract and stored, with its account. */
export type ChainCard = { cardId: string; accountId: number; number: number; owner: LocalAccount };

/** What is queued for a card. `amount` is in base units. */
type NewOperation = {
  kind: 'hold' | 'release' | 'capture' | 'debit' | 'credit' | 'freeze';
  id: Hex;
  amount: bigint;
  approvedAt?: Date;
};

let made = 0;

type ChainOptions = Pick<Parameters<typeof startBackend>[0] & object, 'endpointOf'>;

/** Starts PostgreSQL, a chain with the contract for cards, and the server, without the role that sends. */
export async function startCardChain(options: ChainOptions = {}) {
  const key = generatePrivateKey();
  const operator = privateKeyToAccount(key);
  const backend: Backend = await startBackend({ ...options, cardOperator: operator.address });
  const [chain] = backend.chains;
  const contract = chain.cardAccount as Address;
  await chain.client.setBalance({ address: operator.address, value: parseEther('100') });
  const query = <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
    queryDatabase<Row>(backend, text, values);
  const at = { address: contract, abi: cardAccountAbi } as const;
  return {
    ...{ backend, chain, contract, operator, query, at },
    /** Writes the operator's key into a folder, for a process. */
    async keysDir() {
      const dir = await mkdtemp(path.join(backend.dir, 'card-keys-'));
      await writeFile(path.join(dir, `card-${chain.id}`), key, { mode: 0o600 });
      return dir;
    },
    setPrice: () =>
      query(
        `insert into prices values ($1, '1', '{test}', now()) on conflict (coin_id) do update set price = 1, at = now()`,
        [CARD_COIN.tUsdt],
      ),
    stop: () => backend.stop(),
  };
}

/** Sends a call of the contract as a user, and waits until it is mined. */
export async function callAs(
  chain: TestChain,
  account: LocalAccount,
  request: Record<string, unknown>,
): Promise<Hex> {
  const sender = senderOn(chain, account);
  const hash = await sender.writeContract(request as Parameters<typeof sender.writeContract>[0]);
  const receipt = await sender.waitForTransactionReceipt({ hash });
  if (receipt.status === 'reverted') throw new Error(`transaction ${hash} reverted`);
  return hash;
}

/** Gives a new user tokens and ether, tops up, opens a card, and stores it once the role has the account. */
export async function openCard(
  world: CardChain,
  { balance = usd(1000), limits = {} }: { balance?: bigint; limits?: Limits } = {},
): Promise<ChainCard> {
  const { chain, query, at } = world;
  made += 1;
  const owner = privateKeyToAccount(generatePrivateKey());
  await chain.client.setBalance({ address: owner.address, value: parseEther('10') });
  await query('insert into users (address, invite_code) values ($1, $1)', [owner.address]);
  const holder = `ich_chain_${made}`;
  await query(`insert into card_holders (id, owner, country, status) values ($1, $2, 'US', 'active')`, [
    holder,
    owner.address,
  ]);
  await topUp(world, owner, balance);
  const terms = {
    ...{ perDay: usd(500), perMonth: usd(2000), offlinePerMonth: usd(100), overCaptureBps: 2_000 },
    ...limits,
  };
  await callAs(chain, owner, { ...at, functionName: 'openCard', args: [chain.token, terms] });
  const logs = await chain.client.getContractEvents({
    ...at,
    eventName: 'CardOpened',
    args: { owner: owner.address },
    fromBlock: 0n,
  });
  const number = Number(logs.at(-1)?.args.card);
  const accountId = await until(async () => {
    const rows = await query<{ id: string }>('select id from card_accounts where owner = $1', [
      owner.address,
    ]);
    return rows[0] && Number(rows[0].id);
  }, 'an account in card_accounts');
  const cardId = `ic_chain_${made}`;
  await query(
    `insert into cards (id, holder_id, account_id, chain_card, type, last_four, currency, status, day_limit, month_limit,
        offline_limit, over_capture_bps)
      values ($1, $2, $3, $4, 'virtual', '4242', 'usd', 'active', $5, $6, $7, $8)`,
    [
      ...[cardId, holder, accountId, number, String(terms.perDay), String(terms.perMonth)],
      ...[String(terms.offlinePerMonth), terms.overCaptureBps],
    ],
  );
  return { cardId, accountId, number, owner };
}

/** Sends tokens from the deployer's supply to a user, who tops up with them. */
export async function topUp(
  { chain, contract, at }: CardChain,
  owner: LocalAccount,
  amount: bigint,
): Promise<void> {
  const token = { address: chain.token, abi: erc20Abi } as const;
  await callAs(chain, demoAccount(1), { ...token, functionName: 'transfer', args: [owner.address, amount] });
  await callAs(chain, owner, { ...token, functionName: 'approve', args: [contract, amount] });
  await callAs(chain, owner, { ...at, functionName: 'topUp', args: [chain.token, amount] });
}

/** Queues an operation as the ledger does. A hold reserves its amount. Returns its ID. */
export async function queueOperation(
  { query, chain }: CardChain,
  { cardId, number, accountId }: ChainCard,
  { kind, id, amount, approvedAt = new Date() }: NewOperation,
): Promise<number> {
  const [row] = await query<{ id: string }>(
    `insert into card_operations (kind, chain_id, card_id, chain_card, hold_id, amount_raw, approved_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      ...[kind, chain.id, cardId, number, id, String(amount)],
      ...(kind === 'hold' ? [approvedAt, new Date(approvedAt.getTime() + 7 * 86_400_000)] : [null, null]),
    ],
  );
  if (kind === 'hold')
    await query('update card_accounts set unplaced = unplaced + $2::numeric where id = $1', [
      accountId,
      String(amount),
    ]);
  return Number(row?.id);
}

/** Decides on a purchase in US cents, as the issuer's request does. */
export async function purchase(world: CardChain, { cardId }: ChainCard, cents: bigint, at = new Date()) {
  await world.setPrice();
  const request = approvalRequest(cardId, { amount: cents, merchantAmount: cents });
  const reply = await decide(request, { at, startedAt: performance.now() + 60_000 });
  return { ...reply, request };
}

/** Returns what is stored of an account, in base units. */
export async function storedAccount({ query }: CardChain, { accountId }: ChainCard) {
  const [row] = await query<
    Record<'balance' | 'held' | 'leaving' | 'unplaced' | 'owed' | 'unconfirmed', string>
  >('select balance, held, leaving, unplaced, owed, unconfirmed from card_accounts where id = $1', [
    accountId,
  ]);
  if (!row) throw new Error(`there is no account ${accountId}`);
  const { balance, held, leaving, unplaced, owed, unconfirmed } = row;
  return {
    ...{ balance: BigInt(balance), held: BigInt(held), leaving: BigInt(leaving) },
    ...{ unplaced: BigInt(unplaced), owed: BigInt(owed), unconfirmed: BigInt(unconfirmed) },
  };
}

/** Returns an account as the contract has it. */
export const chainAccount = ({ chain, at }: CardChain, { owner }: ChainCard) =>
  chain.client.readContract({ ...at, functionName: 'accountOf', args: [owner.address, chain.token] });

/** Waits until operations have ended, and returns `state reason` of each. */
export async function outcomes({ query }: CardChain, ids: readonly number[]): Promise<string[]> {
  return until(
    async () => {
      const rows = await query<{ state: string; text: string }>(
        `select state, concat_ws(' ', state, reason) as text from card_operations where id = any($1) order by id`,
        [ids],
      );
      return (
        rows.every(({ state }) => state !== 'queued' && state !== 'sent') && rows.map(({ text }) => text)
      );
    },
    'ended operations',
    60_000,
  );
}

type RoleWorld = Pick<CardChain, 'backend' | 'chain' | 'operator'>;

/** Returns what the role for cards runs with, with a database connection of its own, which `end` closes. */
export async function openContext(
  { backend, chain, operator }: RoleWorld,
  { account = operator, ...overrides }: RoleOptions = {},
) {
  const connection = new Client({ connectionString: backend.databaseUrl });
  await connection.connect();
  const context: SenderContext = {
    ...{ role: 'card', chain: { ...(await findChain(chain.id)), ...overrides }, account },
    ...{ db: drizzle(connection), inTurn: pLimit(1) },
  };
  return { context, end: () => connection.end() };
}

/** The role's key, and settings of its chain that differ. */
type RoleOptions = { account?: PrivateKeyAccount } & Partial<
  Pick<ServerChain, 'confirmations' | 'serverRpcUrl'>
>;

/** Starts the role for cards in this process. */
export async function startRoleHere(world: RoleWorld, options: RoleOptions = {}) {
  const { context, end } = await openContext(world, options);
  const sender = new ChainSender(context);
  sender.start();
  let isRunning = true;
  return async () => {
    if (!isRunning) return;
    isRunning = false;
    await sender.stop();
    await end();
  };
}

/** Waits until the stored sum of an account's entries is its balance in the contract, and returns it. */
export async function entriesMatch(world: CardChain, card: ChainCard): Promise<bigint> {
  return until(
    async () => {
      const [row] = await world.query<{ sum: string }>(
        'select coalesce(sum(amount_raw), 0)::text as sum from card_entries where owner = $1',
        [card.owner.address],
      );
      const { balance } = await chainAccount(world, card);
      return BigInt(row?.sum ?? 0) === balance && balance;
    },
    'entries that add up to the balance',
    60_000,
  );
}
