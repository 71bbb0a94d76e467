import 'server-only';
import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { cardRequests } from '../../../db/card-decision-tables';
import { cardAuthorizations, cardTransactions } from '../../../db/card-purchase-tables';
import { cardAccounts, cards } from '../../../db/card-tables';
import { database } from '../../../db/database';

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
