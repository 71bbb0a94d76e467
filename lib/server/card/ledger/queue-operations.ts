import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { min } from '@/lib/evm/bigint';
import { identifierOf } from '@/lib/evm/card-account';
import { cardOperations, OFFSET } from '../../db/card-decision-tables';
import { cardAccounts } from '../../db/card-tables';
import type { Queryable } from '../../db/database';
import type { DecisionTerms } from '../decision/decision-terms';
import { type LockedCard, reserve, uncount } from './card-lock';
import type { NewOperation } from './postings';
import type { PurchaseKey } from './read-purchase';

const DAY_MS = 24 * 60 * 60 * 1_000;

interface Queueing {
  card: LockedCard;
  terms: DecisionTerms;
  key: PurchaseKey;
  /** Time of the latest approval, which a hold is judged by. */
  approvedAt: Date;
  /** Operations that the purchase has. Makes the identifiers of debits and credits unique. */
  count: number;
  /** UTC day that the hold counts for, or null without one. */
  countedOn: string | null;
}

/** Returns what only a hold has. Reserves its amount. */
async function holdColumns(db: Queryable, amount: bigint, { card, terms, approvedAt }: Queueing) {
  return {
    approvedAt,
    expiresAt: new Date(approvedAt.getTime() + terms.holdDays * DAY_MS),
    overCaptureBps: card.overCaptureBps,
    countedOn: await reserve(db, card, amount, approvedAt),
  };
}

/** Lowers what a locked account owes by up to `amount`. Returns by how much. */
async function lowerOwed(db: Queryable, accountId: number, amount: bigint): Promise<bigint> {
  const ofAccount = eq(cardAccounts.id, accountId);
  const [account] = await db.select({ owed: cardAccounts.owed }).from(cardAccounts).where(ofAccount);
  const part = min(amount, account?.owed ?? 0n);
  if (part > 0n)
    await db
      .update(cardAccounts)
      .set({ owed: sql`${cardAccounts.owed} - ${String(part)}::numeric` })
      .where(ofAccount);
  return part;
}

/**
 * Queues operations of a purchase of a locked card. A credit first lowers what the account owes, which the operator has paid and not
 * collected; that part is stored as done, and only the rest is for the contract. @throws Error if the card isn't open in the contract
 * yet.
 */
export async function queueOperations(
  db: Queryable,
  missing: readonly NewOperation[],
  queueing: Queueing,
): Promise<void> {
  const { card, key, count, countedOn } = queueing;
  const { chainId, chainCard } = card;
  if (chainCard === null) throw new Error(`The card ${card.id} isn't open in the contract`);
  const authorizationId = 'authorizationId' in key ? key.authorizationId : null;
  for (const [index, { kind, reference, amount }] of missing.entries()) {
    const isOfHold = kind === 'hold' || kind === 'release' || kind === 'capture';
    const place = `${reference}:${count + index}`;
    const id = authorizationId !== null && isOfHold ? authorizationId : `${kind}:${place}`;
    const columns = { kind, chainId, chainCard, cardId: card.id, reference, authorizationId };
    const offset = kind === 'credit' ? await lowerOwed(db, card.accountId, amount) : 0n;
    if (offset > 0n)
      await db.insert(cardOperations).values({
        ...{ ...columns, amountRaw: offset, state: 'refused', reason: OFFSET },
        holdId: identifierOf(`offset:${place}`),
      });
    if (offset === amount) continue;
    await db.insert(cardOperations).values({
      ...{ ...columns, amountRaw: amount - offset, holdId: identifierOf(id) },
      ...(kind === 'hold' ? await holdColumns(db, amount, queueing) : {}),
    });
    if (kind === 'release' && countedOn !== null) await uncount(db, card.id, amount, countedOn);
  }
}
