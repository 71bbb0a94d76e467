import 'server-only';
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { card, cardAccount, cardList } from '@/lib/api/schemas/card';
import { max } from '@/lib/evm/bigint';
import { cardOperations, cardRequests } from '../../../db/card-decision-tables';
import { cardAccounts, cardHolders, cards } from '../../../db/card-tables';
import { database } from '../../../db/database';
import { readProgram } from '../program';

type Card = z.input<typeof card>;
type Account = z.input<typeof cardAccount>;
type AccountRow = typeof cardAccounts.$inferSelect;

/** Returns an account as of now. What is reserved but not on the chain yet counts as held. */
function toAccount(row: AccountRow, now: Date): Account {
  const held = row.held + row.unplaced;
  const isRecovering = row.recoveryReadyAt !== null && row.recoveryReadyAt <= now;
  return {
    chainId: row.chainId,
    contract: row.contract,
    token: row.token,
    coinId: row.coinId,
    decimals: row.decimals,
    balance: String(row.balance),
    unconfirmed: String(row.unconfirmed),
    held: String(held),
    leaving: String(row.leaving),
    spendable: String(isRecovering ? 0n : max(row.balance - held - row.leaving, 0n)),
    owed: String(row.owed),
    blockNumber: String(row.blockNumber),
  };
}

/** Latest name of each merchant that a card has blocked, by network ID, as JSON. */
const blockedNames = sql<Record<string, string | null>>`(
  select coalesce(jsonb_object_agg(named.merchant_id, named.merchant_name), '{}') from (
    select distinct on (r.merchant_id) r.merchant_id, r.merchant_name from ${cardRequests} r
    where r.card_id = ${cards.id} and r.merchant_id = any(${cards.blockedMerchants})
    order by r.merchant_id, r.decided_at desc
  ) named)`;

const isFreezing = sql<boolean>`exists (select from ${cardOperations} o
  where o.card_id = ${cards.id} and o.kind = 'freeze' and o.state in ('queued', 'sent'))`;

const isReplaced = sql<boolean>`exists (select from ${cards} n where n.replaces = ${cards.id})`;

const select = () =>
  database('account')
    .select({ card: cards, account: cardAccounts, blockedNames, isFreezing, isReplaced })
    .from(cards)
    .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId));
type CardRow = Awaited<ReturnType<typeof select>>[number];

/** Returns what an owner sees. A card can be used once its account was read again, and a physical one once it has arrived. */
function statusOf({
  card: { status, issuerStatus, type, shippingStatus, chainCard },
  account: { blockNumber },
}: CardRow): Card['status'] {
  if (status === 'closed' || issuerStatus === 'canceled') return 'closed';
  if (status === 'frozen') return 'frozen';
  const isUnread = chainCard === null || blockNumber === 0n;
  if (isUnread || (type === 'physical' && shippingStatus !== 'delivered')) return 'opening';
  return issuerStatus === 'active' ? 'active' : 'frozen';
}

/** Returns a card as of now: what was used on an earlier day or in an earlier month is 0. */
function toCard(row: CardRow, now: Date): Card {
  const { card: own, account } = row;
  const today = now.toISOString().slice(0, 10);
  const isToday = own.usedOn !== null && own.usedOn >= today;
  const isThisMonth = own.usedOn !== null && own.usedOn.slice(0, 7) >= today.slice(0, 7);
  return {
    id: own.id,
    chainId: account.chainId,
    contract: account.contract,
    token: account.token,
    number: own.chainCard ?? 0,
    type: own.type,
    lastFour: own.lastFour,
    currency: own.currency,
    status: statusOf(row),
    frozen: {
      server: own.status !== 'active',
      issuer: own.issuerStatus !== 'active',
      chain: own.status !== 'active' && !row.isFreezing,
    },
    shipping: own.type === 'physical' ? (own.shippingStatus ?? 'pending') : null,
    dayLimit: String(own.dayLimit),
    monthLimit: String(own.monthLimit),
    usedPerDay: String(isToday ? own.usedPerDay : 0n),
    usedPerMonth: String(isThisMonth ? own.usedPerMonth : 0n),
    blockedMerchants: own.blockedMerchants.map((id) => ({ id, name: row.blockedNames[id] ?? null })),
    replaces: own.replaces,
    canBeReplaced: own.status !== 'closed' && !row.isReplaced,
    createdAt: own.createdAt.toISOString(),
  };
}

/** Returns a card of an account, or null if there is none with this ID. */
export async function findCard(owner: Address, id: string): Promise<Card | null> {
  const [row] = await select().where(sql`${cards.id} = ${id} and ${cardAccounts.owner} = ${owner}`);
  return row ? toCard(row, new Date()) : null;
}

/** Returns the terms, and the holder, accounts, and cards of an account, newest card first. */
export async function listCards(owner: Address): Promise<z.input<typeof cardList>> {
  const db = database('account');
  const [program, [holder], accounts, rows] = await Promise.all([
    readProgram(),
    db
      .select({ country: cardHolders.country, status: cardHolders.status })
      .from(cardHolders)
      .where(eq(cardHolders.owner, owner)),
    db.select().from(cardAccounts).where(eq(cardAccounts.owner, owner)).orderBy(asc(cardAccounts.id)),
    select().where(eq(cardAccounts.owner, owner)).orderBy(desc(cards.createdAt), asc(cards.id)),
  ]);
  const now = new Date();
  return {
    program,
    holder: holder ?? null,
    accounts: accounts.map((row) => toAccount(row, now)),
    cards: rows.map((row) => toCard(row, now)),
  };
}
