import 'server-only';
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import { identifierOf } from '@/lib/evm/card-account';
import { cardMirrors } from '../../db/card-chain-tables';
import { cardEvents, cardOperations, cardRequests, type StoredReply } from '../../db/card-decision-tables';
import { cardAccounts, cardHolders, cards } from '../../db/card-tables';
import { coins } from '../../db/config-tables';
import { prices } from '../../db/price-tables';
import type { ApprovalRequest } from '../../issuer/facts';
import { CARD_CURRENCY } from '../currency';
import { marginBpsOf } from '../margin';
import type { DecisionTerms } from './decision-terms';

/** Maximum age of a price, in seconds. */
const PRICE_MAX_AGE_S = 60;
/** Maximum age of what is known of the chain, in seconds. Half of GRACE, if that is shorter. */
export const CHAIN_MAX_AGE_S = 60;
/**
 * Open operations of a card, besides holds, from which on another hold may come too late. Each can need a block of its own, and so
 * can a hold between two of them.
 */
const MAX_OPEN_OPERATIONS = 10;

type Values = ReturnType<typeof valuesOf>;
const given = (name: keyof Values, type: 'text' | 'bigint' | 'numeric' | 'integer' | 'timestamptz'): SQL =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const at = given('at', 'timestamptz');
const amount = given('amount', 'numeric');
/** Milliseconds from the receipt until now. `clock_timestamp` goes on while the statement waits for a lock. */
const elapsedMs = sql`${given('waitedMs', 'integer')} + (extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::integer`;

/**
 * Time of the approval. It's that of the latest known block, so that a freeze or a withdrawal request that is in a later one doesn't
 * refuse the hold. The account may be known at a later block than the others of the chain. On an idle chain, it's half of GRACE ago,
 * which leaves the other half to place the hold.
 */
const APPROVED_AT = sql`case when m.grace is null then ${at}
  else greatest(least(${at}, greatest(m.block_at, a.block_at)), ${at} - make_interval(secs => m.grace / 2.0)) end`;

/**
 * Locks the card, then its account, and reads them as the latest committed changes left them. Everything that concurrent
 * decisions or a freeze change is in these two rows, because other tables are read as they were when the statement began. So
 * is the holder, whom the issuer checks itself.
 */
const LOCKED = sql`
  select c.id as card_id, c.status, c.issuer_status, h.status as holder_status, c.currency, c.chain_card, c.blocked_merchants,
    c.used_on, c.day_limit, c.month_limit, c.used_per_day, c.used_per_month, c.over_capture_bps,
    a.id as account_id, a.chain_id, a.contract, a.block_number, a.coin_id, a.decimals, a.owner, a.recovery_ready_at,
    a.balance - a.held - a.leaving - a.unplaced as spendable, m.grace, m.read_at,
    ${APPROVED_AT} as approved_at, greatest(c.used_on, (${APPROVED_AT} at time zone 'UTC')::date) as day
  from ${cards} c join ${cardAccounts} a on a.id = c.account_id join ${cardHolders} h on h.id = c.holder_id
    left join ${cardMirrors} m on m.chain_id = a.chain_id and m.contract = a.contract
  where c.id = ${given('cardId', 'text')} and not exists (select from earlier)
  for no key update of c, a`;

const MARGIN_TERMS = {
  pegged: sql`${sql.placeholder('pegged')}::text[]`,
  bandBps: given('bandBps', 'integer'),
  peggedMarginBps: given('peggedMarginBps', 'integer'),
  otherMarginBps: given('otherMarginBps', 'integer'),
};

/** Adds the price, and what the limits leave. There is always one row, also for an unknown card. */
const PRICED = sql`
  select l.*, p.price, p.at as price_at, l.block_number > 0
      and l.read_at > now() - make_interval(secs => least(l.grace / 2.0, ${CHAIN_MAX_AGE_S}))
      and (select count(*) from ${cardOperations} o where o.card_id = l.card_id and o.state in ('queued', 'sent')
        and o.kind <> 'hold') < ${MAX_OPEN_OPERATIONS}
      and not exists (select from ${cardOperations} o where o.card_id = l.card_id and o.state in ('queued', 'sent')
        and o.kind = 'hold' and o.created_at < now() - make_interval(secs => l.grace / 2.0)) as is_chain_current,
    ${marginBpsOf({ symbol: sql`coin.symbol`, price: sql`p.price` }, MARGIN_TERMS)} as margin_bps,
    exists (select from ${cardRequests} q where q.authorization_id = ${given('authorizationId', 'text')}
      and q.card_id <> l.card_id) as is_of_other_card,
    exists (select from ${cardAccounts} o where o.owner = l.owner and o.owed > 0) as is_owing,
    l.day_limit - case when l.used_on = l.day then l.used_per_day else 0 end as day_left,
    l.month_limit - case when date_trunc('month', l.used_on::timestamp) = date_trunc('month', l.day::timestamp)
      then l.used_per_month else 0 end as month_left
  from (values (1)) one
    left join locked l on true
    left join ${coins} coin on coin.id = l.coin_id
    left join ${prices} p on p.coin_id = l.coin_id and p.at > now() - make_interval(secs => ${PRICE_MAX_AGE_S})
  where not exists (select from earlier)`;

/**
 * A minor unit of a US dollar costs `dividend / divisor` base units. Both are integers, so that amounts are rounded up to the base
 * unit, exactly. Prices have 18 decimal places.
 */
const RATED = sql`
  select *, trunc(power(10::numeric, decimals)) * 1000000000000000000 * (10000 + margin_bps) as dividend,
    trunc(price * 1000000000000000000) * 10000 * 100 as divisor,
    least(spendable, day_left, month_left) as available
  from priced`;

const tokensOf = (minorUnits: SQL) => sql`div(${minorUnits} * dividend + divisor - 1, divisor)`;

/** What the whole amount costs, and the largest part of it that is available. */
const MEASURED = sql`
  select *, ${tokensOf(amount)} as wanted, div(greatest(available, 0) * divisor, dividend) as part from rated`;

/** The reasons, the first that applies. The time comes last of all that declines, because it's checked after the locks. */
const JUDGED = sql`
  select *, case
    when card_id is null then 'card_unknown'
    when ${amount} < 0 then 'amount_invalid'
    when status = 'closed' or issuer_status = 'canceled' then 'card_closed'
    when status <> 'active' or issuer_status <> 'active' then 'card_frozen'
    when holder_status <> 'active' then 'holder_blocked'
    when currency <> ${sql.raw(`'${CARD_CURRENCY}'`)} or currency <> ${given('currency', 'text')} then 'currency_unsupported'
    when ${given('merchantId', 'text')} = any(blocked_merchants) then 'merchant_blocked'
    when ${elapsedMs} > ${given('deadlineMs', 'integer')} then 'unavailable'
    when ${amount} = 0 then 'card_check'
    when chain_card is null then 'card_not_open'
    -- The issuer has moved the purchase from a card that was replaced, which can't hold more.
    when is_of_other_card then 'card_closed'
    when is_chain_current is not true then 'chain_unavailable'
    when is_owing then 'amount_owed'
    when recovery_ready_at <= ${at} then 'account_recovering'
    when price is null then 'price_unavailable'
    when wanted <= available then 'approved'
    when ${sql.placeholder('isAmountControllable')}::boolean and part > 0 then 'approved_in_part'
    when spendable = available then 'insufficient_funds'
    when day_left = available then 'day_limit'
    else 'month_limit' end as reason
  from measured`;

const DECIDED = sql`
  select *, reason in ('approved', 'approved_in_part', 'card_check') as is_approved,
    case reason when 'approved' then ${amount} when 'approved_in_part' then part else 0 end as approved_amount,
    case reason when 'approved' then wanted when 'approved_in_part' then ${tokensOf(sql`part`)} else 0 end as reserved
  from judged`;

/**
 * Decides, reserves the amount, and queues its hold, all or nothing. Returns the earlier reply if the event was handled before,
 * and no row if another connection handles it at the same time. The CTEs are materialized because PostgreSQL would otherwise recompute them at each reference. The changes join `event` instead of a subquery, because
 * PostgreSQL can't evaluate such a subquery again for a row that changed since the statement began.
 */
const STATEMENT = sql`
  with earlier as (select reply from ${cardEvents} where id = ${given('eventId', 'text')}),
    locked as (${LOCKED}), priced as materialized (${PRICED}), rated as materialized (${RATED}), measured as (${MEASURED}), judged as (${JUDGED}),
    decided as (
      select *, jsonb_build_object('isApproved', is_approved, 'reason', reason,
        'amount', case reason when 'approved_in_part' then part::text end) as reply
      from (${DECIDED}) as decision
    ), event as (
      insert into ${cardEvents} (id, reply, received_at) select ${given('eventId', 'text')}, reply, ${at} from decided
      on conflict do nothing returning id
    ), request as (
      insert into ${cardRequests} (event_id, authorization_id, position, card_id, account_id, amount, currency, merchant_amount,
        merchant_currency, merchant_id, merchant_name, merchant_category, merchant_city, merchant_country, is_approved, reason,
        approved_amount, reserved_raw, price, price_at, margin_bps, created_at, decided_at, counted_on, ms)
      select e.id, ${given('authorizationId', 'text')}, ${given('position', 'integer')}, ${given('cardId', 'text')}, d.account_id, ${amount},
        ${given('currency', 'text')}, ${given('merchantAmount', 'bigint')}, ${given('merchantCurrency', 'text')},
        ${given('merchantId', 'text')}, ${given('merchantName', 'text')}, ${given('merchantCategory', 'text')},
        ${given('merchantCity', 'text')}, ${given('merchantCountry', 'text')}, d.is_approved, d.reason, d.approved_amount,
        d.reserved, d.price, d.price_at, case when d.price is not null then d.margin_bps end,
        ${given('createdAt', 'timestamptz')}, ${at}, case when d.reserved > 0 then d.day end, ${elapsedMs}
      from decided d, event e
    ), account as (
      update ${cardAccounts} a set unplaced = a.unplaced + d.reserved
      from decided d, event where a.id = d.account_id and d.reserved > 0
    ), card as (
      update ${cards} c set used_on = d.day, used_per_day = c.day_limit - d.day_left + d.reserved,
        used_per_month = c.month_limit - d.month_left + d.reserved
      from decided d, event where c.id = d.card_id and d.reserved > 0
    ), operation as (
      insert into ${cardOperations} (kind, chain_id, card_id, chain_card, hold_id, amount_raw, approved_at, expires_at,
        over_capture_bps, counted_on, authorization_id, event_id)
      select 'hold', d.chain_id, d.card_id, d.chain_card, ${given('holdId', 'text')}, d.reserved, d.approved_at,
        ${at} + make_interval(days => ${given('holdDays', 'integer')}),
        d.over_capture_bps, d.day, ${given('authorizationId', 'text')}, e.id
      from decided d, event e where d.reserved > 0
    )
  select reply, null as owner from earlier union all select d.reply, d.owner from decided d, event`;

function valuesOf({ merchant, ...request }: ApprovalRequest, { terms, at, waitedMs, deadlineMs }: Given) {
  return {
    eventId: request.eventId,
    authorizationId: request.authorizationId,
    position: request.position,
    cardId: request.cardId,
    amount: String(request.amount),
    currency: request.currency,
    merchantAmount: String(request.merchantAmount),
    merchantCurrency: request.merchantCurrency,
    merchantId: merchant.id,
    merchantName: merchant.name,
    merchantCategory: merchant.category,
    merchantCity: merchant.city,
    merchantCountry: merchant.country,
    isAmountControllable: request.isAmountControllable,
    createdAt: request.createdAt.toISOString(),
    ...{ ...terms, at: at.toISOString(), waitedMs, deadlineMs },
    // One hold per authorization: its increments raise it.
    holdId: identifierOf(request.authorizationId),
  };
}

const built = new PgDialect().sqlToQuery(STATEMENT);

type Given = {
  terms: DecisionTerms;
  /** Time of the approval. */
  at: Date;
  /** Milliseconds from the receipt until the statement is sent, and the most until it decides. */
  waitedMs: number;
  deadlineMs: number;
};

/** The reply, and whose cards have changed: null if nothing has, or the card is unknown. */
export type DecisionRow = { reply: StoredReply; owner: Address | null };

/** Returns the statement that decides on a request. Each connection parses it once. It has one `DecisionRow`, or none. */
export const decisionStatement = (request: ApprovalRequest, values: Given) => ({
  name: 'card_decision',
  text: built.sql,
  values: fillPlaceholders(built.params, valuesOf(request, values)),
});
