import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { cardAccounts, cards } from '../../db/card-tables';
import type { Queryable } from '../../db/database';

/** A fact of a card that isn't stored. It can be stored soon, or belong to another program of the issuer's account. */
export class UnknownCardError extends Error {
  override name = 'UnknownCardError';
}

/** A card whose account is locked with it. */
export type LockedCard = Awaited<ReturnType<typeof lockCard>>;

/**
 * Locks a card, then its account, as decisions do, until the transaction ends.
 * @throws UnknownCardError for a card that isn't stored.
 */
export async function lockCard(db: Queryable, cardId: string) {
  const [card] = await db
    .select({
      id: cards.id,
      accountId: cards.accountId,
      chainCard: cards.chainCard,
      overCaptureBps: cards.overCaptureBps,
    })
    .from(cards)
    .where(eq(cards.id, cardId))
    .for('no key update');
  if (!card) throw new UnknownCardError(`There is no card ${cardId}`);
  const [account] = await db
    .select({
      chainId: cardAccounts.chainId,
      coinId: cardAccounts.coinId,
      decimals: cardAccounts.decimals,
    })
    .from(cardAccounts)
    .where(eq(cardAccounts.id, card.accountId))
    .for('no key update');
  if (!account) throw new Error(`The card ${cardId} has no account`);
  return { ...card, ...account };
}

/**
 * Reserves the amount of a hold for a locked card, and counts it against its limits, as a decision does. Returns the UTC day that
 * it counts for.
 */
export async function reserve(db: Queryable, card: LockedCard, amount: bigint, at: Date): Promise<string> {
  const day = sql`greatest(used_on, (${at.toISOString()}::timestamptz at time zone 'UTC')::date)`;
  const sameMonth = sql`date_trunc('month', used_on::timestamp) = date_trunc('month', ${day}::timestamp)`;
  const { rows } = await db.execute<{ day: string }>(sql`
    update ${cards} set used_on = ${day},
      used_per_day = case when used_on = ${day} then used_per_day else 0 end + ${String(amount)}::numeric,
      used_per_month = case when ${sameMonth} then used_per_month else 0 end + ${String(amount)}::numeric
    where id = ${card.id} returning used_on::text as day`);
  const [counted] = rows;
  if (!counted) throw new Error(`There is no card ${card.id}`);
  await db
    .update(cardAccounts)
    .set({ unplaced: sql`${cardAccounts.unplaced} + ${String(amount)}::numeric` })
    .where(eq(cardAccounts.id, card.accountId));
  return counted.day;
}

/**
 * No longer counts `amount` against limits that it was counted against on `day`, if they still apply. That is what the contract
 * does when it releases a part of a hold.
 */
export async function uncount(db: Queryable, cardId: string, amount: bigint, day: string): Promise<void> {
  const released = sql`${String(amount)}::numeric`;
  const sameMonth = sql`date_trunc('month', used_on::timestamp) = date_trunc('month', ${day}::timestamp)`;
  await db.execute(sql`
    update ${cards} set used_per_day = used_per_day - case when used_on = ${day}::date then ${released} else 0 end,
      used_per_month = used_per_month - case when ${sameMonth} then ${released} else 0 end
    where id = ${cardId}`);
}
