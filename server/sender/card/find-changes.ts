import { and, between, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Hex } from 'viem';
import { cardEntries, cardWithdrawals } from '@/lib/server/db/card-chain-tables';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import { outbox } from '@/lib/server/db/sender-tables';
import type { SenderContext } from '../outbox';
import type { ChainView } from '../view';
import type { CardContract, OperationRow } from './contract';
import { type Account, type CardFacts, freezeKey, type NewEntry, type Outcome, outcomeKey } from './events';

/** An operation and what became of it: null if its event left the chain. */
export type OperationChange = { operation: OperationRow; account: Account; outcome: Outcome | null };
/** A signed withdrawal and the transaction that used it: null if that left the chain. */
type WithdrawalChange = {
  id: number;
  account: Account;
  used: { txHash: Hex; blockNumber: bigint } | null;
};

/** What changed in some blocks, or since they were read. */
export type MirrorChanges = {
  /** Accounts to read, with the numbers of their cards. */
  accounts: { account: Account; cards: number[] }[];
  operations: OperationChange[];
  withdrawals: WithdrawalChange[];
  entries: NewEntry[];
  /** Entries whose block left the chain. */
  lostEntries: (Account & { id: number })[];
};

/** Facts of a range of blocks. */
type Range = { facts: CardFacts; fromBlock: bigint; toBlock: bigint };
type At = { view: ChainView; isReorganized: boolean };

export const accountKey = ({ owner, token }: Account) => `${owner} ${token}`;

const ofAccountRow = { owner: cardAccounts.owner, token: cardAccounts.token };

/**
 * Returns what became of an operation: what its own transaction did, or else a success. After a refusal, another operation of the
 * hold has the same sequence, so its success isn't that of the refused one.
 */
function outcomeOf(operation: OperationRow, hashes: readonly Hex[], { outcomes }: CardFacts): Outcome | null {
  const { kind, chainCard, chainHoldId, sequence } = operation;
  if (chainHoldId === null || sequence === null) return null;
  const isFreeze = kind === 'freeze';
  const found = outcomes.get(isFreeze ? freezeKey(chainCard) : outcomeKey(chainHoldId, sequence)) ?? [];
  const isOwn = ({ txHash }: Outcome) => hashes.includes(txHash);
  return found.find(isOwn) ?? (isFreeze ? null : found.find(({ reason }) => reason === null)) ?? null;
}

/** Returns a condition for rows of blocks that are read again after a reorganization, and of blocks that the chain lost. */
function readAgain(
  column: PgColumn,
  { fromBlock, toBlock }: Range,
  { view, isReorganized }: At,
): SQL | undefined {
  if (!isReorganized) return sql`false`;
  return or(between(column, fromBlock, toBlock), gt(column, view.number));
}

async function findOperations({ db, inTurn, chain }: SenderContext, range: Range, at: At) {
  const rows = await inTurn(() =>
    db
      .select({ operation: cardOperations, hashes: outbox.hashes, account: ofAccountRow })
      .from(cardOperations)
      .innerJoin(outbox, eq(outbox.id, cardOperations.outboxId))
      .innerJoin(cards, eq(cards.id, cardOperations.cardId))
      .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
      .where(
        and(
          eq(cardOperations.chainId, chain.id),
          or(
            eq(cardOperations.state, 'sent'),
            // Its transaction reverted, and may be mined again after a reorganization.
            and(eq(cardOperations.state, 'queued'), isNotNull(cardOperations.chainHoldId)),
            and(
              inArray(cardOperations.state, ['posted', 'refused']),
              readAgain(cardOperations.blockNumber, range, at),
            ),
          ),
        ),
      ),
  );
  return rows.flatMap(({ operation, hashes, account }) => {
    const outcome = outcomeOf(operation, hashes, range.facts);
    const isSame =
      outcome?.blockNumber === operation.blockNumber &&
      outcome?.txHash === operation.txHash &&
      outcome?.reason === operation.reason;
    const isOpen = operation.state === 'sent' || operation.state === 'queued';
    return (outcome === null && isOpen) || isSame ? [] : [{ operation, account, outcome }];
  });
}

async function findWithdrawals({ db, inTurn, chain }: SenderContext, range: Range, at: At) {
  const { withdrawals } = range.facts;
  const digests = withdrawals.map(({ digest }) => digest);
  const rows = await inTurn(() =>
    db
      .select({ withdrawal: cardWithdrawals, account: ofAccountRow })
      .from(cardWithdrawals)
      .innerJoin(cardAccounts, eq(cardAccounts.id, cardWithdrawals.accountId))
      .where(
        and(
          eq(cardAccounts.chainId, chain.id),
          or(inArray(cardWithdrawals.digest, digests), readAgain(cardWithdrawals.blockNumber, range, at)),
        ),
      ),
  );
  return rows.flatMap(({ withdrawal: { id, digest, state, blockNumber }, account }) => {
    const used = withdrawals.find((one) => one.digest === digest) ?? null;
    if (used ? state === 'done' && used.blockNumber === blockNumber : state !== 'done') return [];
    return [{ id, account, used }];
  });
}

async function findLostEntries({ db, inTurn, chain }: SenderContext, range: Range, at: At) {
  if (!at.isReorganized) return [];
  const rows = await inTurn(() =>
    db
      .select()
      .from(cardEntries)
      .where(and(eq(cardEntries.chainId, chain.id), readAgain(cardEntries.blockNumber, range, at))),
  );
  const identify = ({ txHash, logIndex, blockHash }: Pick<NewEntry, 'txHash' | 'logIndex' | 'blockHash'>) =>
    `${txHash} ${logIndex} ${blockHash}`;
  const known = new Set(range.facts.entries.map(identify));
  return rows.filter((row) => !known.has(identify(row)));
}

/** Returns stored accounts that have to be read: new ones, and what else `which` names. */
async function findAccounts(
  { db, inTurn }: SenderContext,
  { chain, address }: CardContract,
  which: SQL | undefined,
): Promise<Account[]> {
  return inTurn(() =>
    db
      .select(ofAccountRow)
      .from(cardAccounts)
      .where(
        and(
          eq(cardAccounts.chainId, chain.id),
          eq(cardAccounts.contract, address),
          or(eq(cardAccounts.blockNumber, 0n), which),
        ),
      ),
  );
}

async function withCards(
  { db, inTurn, chain }: SenderContext,
  { address }: CardContract,
  accounts: ReadonlyMap<string, Account>,
): Promise<MirrorChanges['accounts']> {
  const owners = [...new Set([...accounts.values()].map(({ owner }) => owner))];
  const rows = await inTurn(() =>
    db
      .select({ ...ofAccountRow, card: cards.chainCard })
      .from(cards)
      .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
      .where(
        and(
          eq(cardAccounts.chainId, chain.id),
          eq(cardAccounts.contract, address),
          inArray(cardAccounts.owner, owners),
          isNotNull(cards.chainCard),
        ),
      ),
  );
  return [...accounts].map(([key, account]) => ({
    account,
    cards: rows.flatMap(({ card, ...own }) => (accountKey(own) === key && card !== null ? card : [])),
  }));
}

/** Finds what changed in a range of blocks, and which accounts to read. Without a range, only accounts that are new. */
export async function findChanges(
  context: SenderContext,
  contract: CardContract,
  range: Range | null,
  at: At,
): Promise<MirrorChanges> {
  const [operations, withdrawals, lostEntries] = range
    ? [
        await findOperations(context, range, at),
        await findWithdrawals(context, range, at),
        await findLostEntries(context, range, at),
      ]
    : [[], [], []];
  const { facts } = range ?? {};
  const owners = [...(facts?.owners ?? [])];
  const which = range
    ? or(
        inArray(cardAccounts.owner, owners),
        // Another block may confirm their top-ups.
        gt(cardAccounts.unconfirmed, 0n),
        at.isReorganized ? gt(cardAccounts.blockNumber, range.fromBlock - 1n) : undefined,
      )
    : undefined;
  const found = [
    ...(facts?.accounts ?? []),
    ...operations.map(({ account }) => account),
    ...withdrawals.map(({ account }) => account),
    ...lostEntries,
    ...(await findAccounts(context, contract, which)),
  ];
  const accounts = new Map(found.map(({ owner, token }) => [accountKey({ owner, token }), { owner, token }]));
  return {
    accounts: accounts.size > 0 ? await withCards(context, contract, accounts) : [],
    ...{ operations, withdrawals, lostEntries, entries: facts?.entries ?? [] },
  };
}
