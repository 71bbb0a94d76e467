import 'server-only';
import { sql } from 'drizzle-orm';
import { cardEvents, cardOperations, cardRequests, type StoredReply } from '../../db/card-decision-tables';
import { cardAccounts, cards } from '../../db/card-tables';
import { database, type Queryable } from '../../db/database';
import { log } from '../../log';

const DECLINED: StoredReply = { isApproved: false, amount: null, reason: 'unavailable' };
const sameMonth = sql`date_trunc('month', c.used_on::timestamp) = date_trunc('month', r.day::timestamp)`;

/**
 * Releases what a decision reserved, if the issuer didn't approve the purchase after all: our reply was late, lost, or not
 * used. `issuing_authorization.created`, or the authorization as read from the API, says so; our own reply doesn't, because the
 * issuer may also have approved without it. A hold that was never sent is canceled. One that was gets a release, also if
 * its transaction reverted, because that can be mined again. Returns whether anything was reserved. From then on, the same event
 * is declined. `db` can be a transaction that has locked card and account.
 */
export async function releaseRequest(
  eventId: string,
  db: Queryable = database('transaction'),
): Promise<boolean> {
  // Locks in the order of decisions. The contract no longer counts a release against limits only within the hold's day and month,
  // and an increment doesn't change that day.
  const { rows } = await db.execute<{ reserved: string }>(sql`
    with locked as (
      select r.event_id from ${cardRequests} r join ${cards} c on c.id = r.card_id
        join ${cardAccounts} a on a.id = r.account_id
      where r.event_id = ${eventId} for no key update of c, a
    ), released as (
      update ${cardRequests} r set released_at = now() from locked
      where r.event_id = locked.event_id and r.reserved_raw > 0 and r.released_at is null
      returning r.event_id, r.authorization_id, r.card_id, r.account_id, r.reserved_raw, r.counted_on
    ), canceled as (
      update ${cardOperations} o set state = 'canceled' from released r
      where o.event_id = r.event_id and o.kind = 'hold' and o.state = 'queued'
        and o.chain_hold_id is null returning o.id
    ), counted as (
      select r.*, coalesce((select o.counted_on from ${cardOperations} o
        where o.authorization_id = r.authorization_id and o.kind = 'hold'
          and o.state in ('queued', 'sent', 'posted') and not exists (select from canceled)
        order by o.id limit 1), r.counted_on) as day
      from released r
    ), event as (
      update ${cardEvents} e set reply = ${JSON.stringify(DECLINED)}::jsonb from released r where e.id = r.event_id
    ), account as (
      update ${cardAccounts} a set unplaced = a.unplaced - r.reserved_raw
      from released r, canceled where a.id = r.account_id
    ), card as (
      update ${cards} c set
        used_per_day = c.used_per_day - case when c.used_on = r.day then r.reserved_raw else 0 end,
        used_per_month = c.used_per_month - case when ${sameMonth} then r.reserved_raw else 0 end
      from counted r where c.id = r.card_id
    ), posting as (
      insert into ${cardOperations} (kind, chain_id, card_id, chain_card, hold_id, amount_raw, authorization_id, event_id)
      select 'release', o.chain_id, o.card_id, o.chain_card, o.hold_id, r.reserved_raw, o.authorization_id, r.event_id
      from released r join ${cardOperations} o on o.event_id = r.event_id and o.kind = 'hold'
        left join canceled on canceled.id = o.id
      where canceled.id is null and o.state <> 'refused'
    )
    select reserved_raw::text as reserved from released`);
  const [released] = rows;
  if (released) log.warn({ eventId, amountRaw: released.reserved }, 'the amount of a purchase was released');
  return released !== undefined;
}
