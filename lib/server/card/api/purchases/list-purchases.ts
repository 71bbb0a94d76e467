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
 * can start before that time. Times are the issuer's, in whole seconds.
 */
export async function listPurchases(
  { owner, card, before }: PurchaseFilter,
  count: number,
): Promise<ListedPurchase[]> {
  const until = sql`${(before ?? new Date('9999-01-01')).toISOString()}::timestamptz`;
  const ofPage = sql`fetch first ${sql.raw(String(count))} rows with ties`;
  // By an index per card. Only between the authorizations of the page, purchases are searched for that have none: those that the
  // issuer hasn't reported yet, which have the time of their first request, and transactions without an authorization.
  const { rows } = await database('account').execute<{
    id: string;
    cardId: string;
    decimals: number;
    overCaptureBps: number;
    owed: string;
    at: string;
  }>(sql`
    with own as materialized (
      select c.id, a.decimals, a.owed, c.over_capture_bps from ${cards} c join ${cardAccounts} a on a.id = c.account_id
      where a.owner = ${owner} and (${card ?? null}::text is null or c.id = ${card ?? null})
    ), reported as materialized (
      select z.* from own cross join lateral (
        select id, card_id, created_at as at from ${cardAuthorizations}
        where card_id = own.id and created_at < ${until} order by created_at desc ${ofPage}
      ) z
    ), page as materialized (
      select coalesce((select at from reported order by at desc offset ${count - 1} limit 1), '-infinity') as since
    ), listed as (
      select id, card_id, at from reported
      union all
      select r.authorization_id, r.card_id, r.created_at from own join ${cardRequests} r on r.card_id = own.id
      where r.created_at < ${until} and r.created_at >= (select since from page)
        and not exists (select from ${cardAuthorizations} z where z.id = r.authorization_id)
        and not exists (select from ${cardRequests} e where e.authorization_id = r.authorization_id
          and (e.created_at, e.event_id) < (r.created_at, r.event_id))
      union all
      select t.id, t.card_id, t.created_at from own join ${cardTransactions} t on t.card_id = own.id
      where t.authorization_id is null and t.created_at < ${until} and t.created_at >= (select since from page)
    )
    select listed.id, own.id as "cardId", own.decimals, own.over_capture_bps as "overCaptureBps",
      own.owed::text as owed,
      to_char(listed.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from listed join own on own.id = listed.card_id
    order by listed.at desc ${ofPage}`);
  return rows.map(({ id, cardId, decimals, overCaptureBps, owed, at }) => ({
    id,
    card: { id: cardId, decimals, overCaptureBps },
    accountOwes: BigInt(owed),
    createdAt: new Date(at),
  }));
}
