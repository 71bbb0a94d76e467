import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { max } from '@/lib/evm/bigint';
import { ofAccount, openAccount } from '@/lib/server/card/open-account';
import { updateUnplaced } from '@/lib/server/card/unplaced';
import { users } from '@/lib/server/db/account-tables';
import { cardEntries } from '@/lib/server/db/card-chain-tables';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import type { Queryable } from '@/lib/server/db/database';
import type { ChainView } from '../../view';
import { type CardContract, CHAIN_STATUS, type readAccount, type readCard } from '../contract/contract';
import type { Account } from '../contract/events';
import { dayText, usageAfter } from './usage';

type ChainAccount = Awaited<ReturnType<typeof readAccount>>;
type ChainCard = Awaited<ReturnType<typeof readCard>>;

/** An account as the contract had it at a block. */
export type AccountState = {
  account: Account;
  funds: ChainAccount;
  /** Its cards that are stored, by their number in the contract. */
  cards: ReadonlyMap<number, ChainCard>;
  /** Whether all changes of the balance were read of the blocks that don't have the chain's confirmations yet. */
  isComplete: boolean;
};

/**
 * Locks an account with its cards, in the order of decisions: cards first. Stores the account if its owner is a user and the token
 * is listed. Returns its ID, or null.
 */
export async function lockAccount(
  db: Queryable,
  { chain, address: contract }: CardContract,
  { owner, token }: Account,
): Promise<number | null> {
  const key = { chainId: chain.id, contract, owner, token };
  const [known] = await db.select({ id: cardAccounts.id }).from(cardAccounts).where(ofAccount(key));
  const [user] = known
    ? []
    : await db.select({ address: users.address }).from(users).where(eq(users.address, owner));
  const id = known?.id ?? (user ? await openAccount(db, key) : null);
  if (id === null) return null;
  await db
    .select({ id: cards.id })
    .from(cards)
    .where(eq(cards.accountId, id))
    .orderBy(asc(cards.id))
    .for('no key update');
  await db
    .select({ id: cardAccounts.id })
    .from(cardAccounts)
    .where(eq(cardAccounts.id, id))
    .for('no key update');
  return id;
}

/** Returns the amount that was topped up or recovered in blocks that don't have the chain's confirmations yet. */
async function readUnconfirmed(
  db: Queryable,
  { chain, address }: CardContract,
  { owner, token }: Account,
  final: bigint,
): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${cardEntries.amountRaw}), 0)::text` })
    .from(cardEntries)
    .where(
      and(
        ...[eq(cardEntries.chainId, chain.id), eq(cardEntries.contract, address)],
        ...[eq(cardEntries.owner, owner), eq(cardEntries.token, token)],
        // A recovery can move such an amount to another account.
        ...[inArray(cardEntries.kind, ['topUp', 'recovery']), gt(cardEntries.amountRaw, 0n)],
        gt(cardEntries.blockNumber, final),
      ),
    );
  return BigInt(row?.sum ?? 0);
}

/** Updates a card from the contract, with the holds that aren't placed yet. One that the server has frozen stays frozen. */
async function storeCard(
  db: Queryable,
  accountId: number,
  chainCard: number,
  state: ChainCard,
): Promise<void> {
  const ofCard = and(eq(cards.accountId, accountId), eq(cards.chainCard, chainCard));
  const [card] = await db.select({ id: cards.id }).from(cards).where(ofCard);
  if (!card) return;
  const open = await db
    .select()
    .from(cardOperations)
    .where(and(eq(cardOperations.cardId, card.id), inArray(cardOperations.state, ['queued', 'sent'])))
    .orderBy(asc(cardOperations.id));
  const { limits, usedPerDay, usedPerMonth, usedOn } = state;
  const used = { day: usedOn, perDay: usedPerDay, perMonth: usedPerMonth };
  const { day, perDay, perMonth } = usageAfter(
    used,
    open.filter(({ kind }) => kind === 'hold'),
  );
  const isFreezing = open.some(({ kind }) => kind === 'freeze');
  const status = state.status === CHAIN_STATUS.active && !isFreezing ? 'active' : 'frozen';
  await db
    .update(cards)
    .set({
      status: state.status === CHAIN_STATUS.closed ? 'closed' : status,
      dayLimit: limits.perDay,
      monthLimit: limits.perMonth,
      offlineLimit: limits.offlinePerMonth,
      overCaptureBps: limits.overCaptureBps,
      usedOn: day === 0 ? null : dayText(day),
      usedPerDay: perDay,
      usedPerMonth: perMonth,
    })
    .where(eq(cards.id, card.id));
}

/**
 * Stores an account and its cards as the contract had them at `view`, in a transaction that has locked them and stored the outcomes
 * up to there. Top-ups count from the block `final` on.
 */
export async function storeAccount(
  db: Queryable,
  contract: CardContract,
  id: number,
  { state, view, final }: { state: AccountState; view: ChainView; final: bigint },
): Promise<void> {
  const { balance, held, leaving, recoveryReadyAt } = state.funds;
  const unconfirmed = state.isComplete ? await readUnconfirmed(db, contract, state.account, final) : balance;
  const stored = await db.select({ chainCard: cards.chainCard }).from(cards).where(eq(cards.accountId, id));
  const isRead = stored.every(({ chainCard }) => chainCard === null || state.cards.has(chainCard));
  await db
    .update(cardAccounts)
    .set({
      // Something else may have used a part of what isn't confirmed.
      balance: max(balance - unconfirmed, 0n),
      unconfirmed,
      held,
      leaving,
      recoveryReadyAt: recoveryReadyAt === 0n ? null : new Date(Number(recoveryReadyAt) * 1_000),
      // A card that was added meanwhile has to be read before anything is approved.
      blockNumber: isRead ? view.number : 0n,
      blockHash: view.hash,
      blockAt: new Date(Number(view.timestamp) * 1_000),
    })
    .where(eq(cardAccounts.id, id));
  await updateUnplaced(db, id);
  for (const [chainCard, card] of state.cards) await storeCard(db, id, chainCard, card);
}
