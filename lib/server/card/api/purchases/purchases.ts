import 'server-only';
import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import { LISTED_PURCHASES, type purchases, type purchasesQuery } from '@/lib/api/schemas/card';
import { cardRequests } from '../../../db/card-decision-tables';
import { cardTransactions } from '../../../db/card-purchase-tables';
import { cardAccounts, cards } from '../../../db/card-tables';
import { database } from '../../../db/database';
import { readStoredPurchases } from '../../ledger/stored-purchase';
import { type ListedPurchase, listPurchases } from './list-purchases';
import { type PurchaseView, viewOf } from './purchase-view';

/** Two purchases with the same merchant and amount within this time may be one that was charged twice. */
const DUPLICATE_S = 24 * 60 * 60;

/** Returns those of the purchases that may be duplicates of another one of the account. */
async function findDuplicates(owner: Address, listed: readonly ListedPurchase[]): Promise<Set<string>> {
  const times = listed.map(({ createdAt }) => createdAt.getTime());
  const bound = (at: number, seconds: number) =>
    sql`${new Date(at).toISOString()}::timestamptz + make_interval(secs => ${seconds})`;
  const within = sql`between ${bound(Math.min(...times), -DUPLICATE_S)} and ${bound(Math.max(...times), DUPLICATE_S)}`;
  const ids = sql`select jsonb_array_elements_text(${JSON.stringify(listed.map(({ id }) => id))}::jsonb)`;
  const { rows } = await database('account').execute<{ id: string }>(sql`
    with own as (
      select c.id from ${cards} c join ${cardAccounts} a on a.id = c.account_id where a.owner = ${owner}
    ), paid as (
      select r.authorization_id as id, r.merchant_id, r.amount, r.created_at as at
      from ${cardRequests} r join own on own.id = r.card_id
      where r.is_approved and r.released_at is null and r.amount > 0 and coalesce(r.position, 0) = 0
        and r.created_at ${within}
      union all
      select t.id, t.snapshot -> 'merchant' ->> 'id', -t.amount, t.created_at
      from ${cardTransactions} t join own on own.id = t.card_id
      where t.authorization_id is null and t.kind = 'capture' and t.created_at ${within}
    )
    select distinct one.id from paid one join paid other on other.merchant_id = one.merchant_id
      and other.amount = one.amount and other.id <> one.id
      and other.at between one.at - make_interval(secs => ${DUPLICATE_S}) and one.at + make_interval(secs => ${DUPLICATE_S})
    where one.id in (${ids})`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns purchases as their owner sees them. */
async function readPurchases(owner: Address, listed: readonly ListedPurchase[]): Promise<PurchaseView[]> {
  if (listed.length === 0) return [];
  const [stored, duplicates] = await Promise.all([
    readStoredPurchases(
      database('account'),
      listed.map(({ id }) => id),
    ),
    findDuplicates(owner, listed),
  ]);
  return listed.flatMap((one) => {
    const rows = stored.get(one.id);
    return rows ? [viewOf(one, rows, duplicates.has(one.id))] : [];
  });
}

/** Returns a page of an account's purchases, newest first. */
export async function pagePurchases(
  owner: Address,
  { card, before }: z.output<typeof purchasesQuery>,
): Promise<z.input<typeof purchases>> {
  const filter = { owner, card };
  const listed = await listPurchases(
    { ...filter, before: before === undefined ? undefined : new Date(before) },
    LISTED_PURCHASES,
  );
  const last = listed.at(-1);
  const isFull = last !== undefined && listed.length >= LISTED_PURCHASES;
  const older = isFull ? await listPurchases({ ...filter, before: last.createdAt }, 1) : [];
  return {
    list: await readPurchases(owner, listed),
    next: last && older.length > 0 ? last.createdAt.toISOString() : null,
  };
}
