import 'server-only';
import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { type Address, getAddress, type Hex } from 'viem';
import { cardOperations, cardRequests } from '../../../db/card-decision-tables';
import { cardAuthorizations, cardDisputes, cardTransactions } from '../../../db/card-purchase-tables';
import { cardAccounts, cards } from '../../../db/card-tables';
import { database } from '../../../db/database';
import { outbox } from '../../../db/sender-tables';
import type { PurchaseRows } from '../../ledger/read-purchase';

/** A purchase of an account: an authorization, or a transaction without one. */
export interface ListedPurchase {
  id: string;
  card: { id: string; decimals: number; overCaptureBps: number };
  /** What its account owes for all purchases, in base units. */
  accountOwes: bigint;
  createdAt: Date;
}

/** Which purchases of an account to list. `before` is exclusive. */
interface PurchaseFilter {
  owner: Address;
  card?: string | undefined;
  before?: Date | undefined;
}

/**
 * Lists up to `count` purchases of an account, newest first, and all others of the same time as the last one, so that the next page
 * can start before that time.
 */
export async function listPurchases(
  { owner, card, before }: PurchaseFilter,
  count: number,
): Promise<ListedPurchase[]> {
  const until = sql`${(before ?? new Date('9999-01-01')).toISOString()}::timestamptz`;
  const { rows } = await database('account').execute<{
    id: string;
    cardId: string;
    decimals: number;
    overCaptureBps: number;
    owed: string;
    at: string;
  }>(sql`
    with own as (
      select c.id, a.decimals, a.owed, c.over_capture_bps from ${cards} c join ${cardAccounts} a on a.id = c.account_id
      where a.owner = ${owner} and (${card ?? null}::text is null or c.id = ${card ?? null})
    ), known as (
      select r.authorization_id as id, r.card_id, min(r.created_at) as at from ${cardRequests} r
        join own on own.id = r.card_id group by 1, 2
      union all
      select z.id, z.card_id, z.created_at from ${cardAuthorizations} z join own on own.id = z.card_id
      union all
      select t.id, t.card_id, t.created_at from ${cardTransactions} t join own on own.id = t.card_id
      where t.authorization_id is null
    ), listed as (
      select id, card_id, min(at) as at from known group by 1, 2
    )
    select listed.id, own.id as "cardId", own.decimals, own.over_capture_bps as "overCaptureBps",
      own.owed::text as owed,
      to_char(listed.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from listed join own on own.id = listed.card_id
    where date_trunc('milliseconds', listed.at) < ${until}
    order by date_trunc('milliseconds', listed.at) desc fetch first ${sql.raw(String(count))} rows with ties`);
  return rows.map(({ id, cardId, decimals, overCaptureBps, owed, at }) => ({
    id,
    card: { id: cardId, decimals, overCaptureBps },
    accountOwes: BigInt(owed),
    createdAt: new Date(at),
  }));
}

/** Returns one purchase of an account by the ID of one of its transactions, or null. */
export async function findPurchaseOf(owner: Address, transactionId: string): Promise<ListedPurchase | null> {
  const [row] = await database('account')
    .select({
      id: sql<string>`coalesce(${cardTransactions.authorizationId}, ${cardTransactions.id})`,
      card: { id: cards.id, decimals: cardAccounts.decimals, overCaptureBps: cards.overCaptureBps },
      accountOwes: cardAccounts.owed,
      createdAt: cardTransactions.createdAt,
    })
    .from(cardTransactions)
    .innerJoin(cards, eq(cards.id, cardTransactions.cardId))
    .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
    .where(sql`${cardTransactions.id} = ${transactionId} and ${cardAccounts.owner} = ${getAddress(owner)}`);
  return row ?? null;
}

type OperationRow = typeof cardOperations.$inferSelect;
/** A posting with its transaction of the chain, or null if it wasn't sent. */
export type PurchaseOperation = Pick<
  OperationRow,
  | 'countedOn'
  | 'createdAt'
  | 'expiresAt'
  | 'id'
  | 'kind'
  | 'overCaptureBps'
  | 'reason'
  | 'reference'
  | 'state'
> & { amount: bigint; authorizationId: string | null; txHash: Hex | null };

/** What is stored of a purchase. */
export interface StoredPurchase extends PurchaseRows {
  operations: readonly PurchaseOperation[];
}

const operationColumns = {
  id: cardOperations.id,
  kind: cardOperations.kind,
  state: cardOperations.state,
  reason: cardOperations.reason,
  reference: cardOperations.reference,
  amount: cardOperations.amountRaw,
  overCaptureBps: cardOperations.overCaptureBps,
  countedOn: cardOperations.countedOn,
  expiresAt: cardOperations.expiresAt,
  authorizationId: cardOperations.authorizationId,
  createdAt: cardOperations.createdAt,
  // Until it is confirmed, the latest signed transaction.
  txHash: sql<Hex | null>`coalesce(${cardOperations.txHash}, ${outbox.hashes}[array_upper(${outbox.hashes}, 1)])`,
};

/** Reads all that is stored of purchases, in a few queries for all of them. */
export async function readStored(ids: readonly string[]): Promise<Map<string, StoredPurchase>> {
  if (ids.length === 0) return new Map();
  const db = database('account');
  const some = [...ids];
  const [requests, authorizations, transactions] = await Promise.all([
    db
      .select()
      .from(cardRequests)
      .where(inArray(cardRequests.authorizationId, some))
      .orderBy(asc(cardRequests.createdAt), asc(cardRequests.position)),
    db.select().from(cardAuthorizations).where(inArray(cardAuthorizations.id, some)),
    db
      .select()
      .from(cardTransactions)
      .where(or(inArray(cardTransactions.authorizationId, some), inArray(cardTransactions.id, some))),
  ]);
  const transactionIds = transactions.map(({ id }) => id);
  const disputes =
    transactionIds.length === 0
      ? []
      : await db
          .select()
          .from(cardDisputes)
          .where(inArray(cardDisputes.transactionId, transactionIds))
          .orderBy(desc(cardDisputes.createdAt));
  const references = [...transactionIds, ...disputes.map(({ id }) => id)];
  const operations = await db
    .select(operationColumns)
    .from(cardOperations)
    .leftJoin(outbox, eq(outbox.id, cardOperations.outboxId))
    .where(
      or(
        inArray(cardOperations.authorizationId, some),
        ...(references.length > 0 ? [inArray(cardOperations.reference, references)] : []),
      ),
    )
    .orderBy(asc(cardOperations.id));
  return new Map(
    some.map((id) => {
      const own = transactions.filter((one) => one.authorizationId === id || one.id === id);
      const names = new Set(own.map((one) => one.id));
      const ownDisputes = disputes.filter(({ transactionId }) => names.has(transactionId));
      for (const dispute of ownDisputes) names.add(dispute.id);
      return [
        id,
        {
          requests: requests.filter(({ authorizationId }) => authorizationId === id),
          authorization: authorizations.find((one) => one.id === id),
          transactions: own,
          disputes: ownDisputes,
          operations: operations.filter(
            ({ authorizationId, reference }) =>
              authorizationId === id || (reference !== null && names.has(reference)),
          ),
        },
      ];
    }),
  );
}
