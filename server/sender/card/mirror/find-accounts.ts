import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { groupBy } from '@/lib/group-by';
import { users } from '@/lib/server/db/account-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import { coins, coinTokens } from '@/lib/server/db/config-tables';
import { isAnyOf } from '@/lib/server/db/is-any-of';
import type { SenderContext } from '../../outbox';
import type { CardContract } from '../contract/contract';
import type { Account } from '../contract/events';
import type { Stored } from '../contract/read-logs';

export const accountKey = ({ owner, token }: Account) => `${owner} ${token}`;

/** Returns accounts, each once. */
export const uniqueAccounts = (accounts: readonly Account[]): Account[] => [
  ...new Map(accounts.map(({ owner, token }) => [accountKey({ owner, token }), { owner, token }])).values(),
];

/** Condition that an account is of a contract. */
const ofContract = ({ chain, address }: CardContract) =>
  and(eq(cardAccounts.chainId, chain.id), eq(cardAccounts.contract, address));

export const ofAccountRow = { owner: cardAccounts.owner, token: cardAccounts.token };

/** Returns stored accounts that have to be read: new ones, and what else `which` names. */
export async function findAccounts(
  { db, inTurn }: SenderContext,
  contract: CardContract,
  which: SQL | undefined,
): Promise<Account[]> {
  return inTurn(() =>
    db
      .select(ofAccountRow)
      .from(cardAccounts)
      .where(and(ofContract(contract), or(eq(cardAccounts.blockNumber, 0n), which))),
  );
}

/** Returns the stored accounts of cards, by their numbers in the contract. */
export async function findAccountsOfCards(
  { db, inTurn }: SenderContext,
  contract: CardContract,
  numbers: readonly number[],
): Promise<Account[]> {
  if (numbers.length === 0) return [];
  return inTurn(() =>
    db
      .select(ofAccountRow)
      .from(cards)
      .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
      .where(and(ofContract(contract), isAnyOf(cards.chainCard, numbers, 'bigint'))),
  );
}

/** Returns those of the accounts that are stored, or that have to be: of a user, in a listed token. */
export async function findOwn(
  { db, inTurn }: SenderContext,
  { chain, address }: CardContract,
  accounts: readonly Account[],
): Promise<Account[]> {
  if (accounts.length === 0) return [];
  const owners = sql.param(accounts.map(({ owner }) => owner));
  const tokens = sql.param(accounts.map(({ token }) => token));
  const { rows } = await inTurn(() =>
    db.execute<Account>(sql`
      select f.owner, f.token from unnest(${owners}::text[], ${tokens}::text[]) as f(owner, token)
      where exists (select from ${cardAccounts} a where a.chain_id = ${chain.id} and a.contract = ${address}
          and a.owner = f.owner and a.token = f.token)
        or (exists (select from ${users} u where u.address = f.owner)
          and exists (select from ${coinTokens} t join ${coins} c on c.id = t.coin_id
            where t.chain_id = ${chain.id} and t.address = f.token and c.enabled))`),
  );
  return rows;
}

/** Adds the numbers of their stored cards to accounts. */
export async function withCards(
  { db, inTurn }: SenderContext,
  contract: CardContract,
  accounts: readonly Account[],
): Promise<{ account: Account; cards: number[] }[]> {
  if (accounts.length === 0) return [];
  const owners = [...new Set(accounts.map(({ owner }) => owner))];
  const rows = await inTurn(() =>
    db
      .select({ ...ofAccountRow, card: cards.chainCard })
      .from(cards)
      .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
      .where(
        and(ofContract(contract), isAnyOf(cardAccounts.owner, owners, 'text'), isNotNull(cards.chainCard)),
      ),
  );
  const byAccount = groupBy(rows, accountKey);
  return accounts.map((account) => ({
    account,
    cards: (byAccount.get(accountKey(account)) ?? []).flatMap(({ card }) => card ?? []),
  }));
}

/** Returns what the server has stored of a contract, and the listed tokens. */
export async function findStored({ db, inTurn }: SenderContext, contract: CardContract): Promise<Stored> {
  const [owners, numbers, tokens] = [
    await inTurn(() =>
      db.selectDistinct({ owner: cardAccounts.owner }).from(cardAccounts).where(ofContract(contract)),
    ),
    await inTurn(() =>
      db
        .select({ card: cards.chainCard })
        .from(cards)
        .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
        .where(ofContract(contract)),
    ),
    await inTurn(() =>
      db
        .select({ token: coinTokens.address })
        .from(coinTokens)
        .where(eq(coinTokens.chainId, contract.chain.id)),
    ),
  ];
  return {
    owners: owners.map(({ owner }) => owner),
    cards: numbers.flatMap(({ card }) => card ?? []),
    tokens: tokens.flatMap(({ token }) => token ?? []),
  };
}
