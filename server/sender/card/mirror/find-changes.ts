import { and, between, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Hex } from 'viem';
import { groupBy } from '@/lib/group-by';
import { cardEntries, cardWithdrawals } from '@/lib/server/db/card-chain-tables';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import { isAnyOf } from '@/lib/server/db/is-any-of';
import { outbox } from '@/lib/server/db/sender-tables';
import type { SenderContext } from '../../outbox';
import type { ChainView } from '../../view';
import type { CardContract, OperationRow } from '../contract/contract';
import { type Account, type CardFacts, type NewEntry, type Outcome, outcomeKey } from '../contract/events';
import {
  accountKey,
  findAccounts,
  findAccountsOfCards,
  findOwn,
  ofAccountRow,
  uniqueAccounts,
  withCards,
} from './find-accounts';

/** An operation and what became of it: null if its event left the chain. */
export type OperationChange = { operation: OperationRow; account: Account; outcome: Outcome | null };
/** A signed withdrawal and the transaction that used it: null if that left the chain. */
type WithdrawalChange = {
  id: number;
  account: Account;
  used: { txHash: Hex; blockNumber: bigint } | null;
};

/** An entry whose block left the chain. */
type LostEntry = Account & { id: number };
/** What changed about an account in some blocks, or since they were read. */
export type AccountChanges = {
  account: Account;
  /** Numbers of its cards. */
  cards: number[];
  operations: OperationChange[];
  withdrawals: WithdrawalChange[];
  entries: NewEntry[];
  /** Entries whose block left the chain. */
  lostEntries: LostEntry[];
};
/** Changes of accounts to read, and entries of all others. */
export type MirrorChanges = {
  accounts: AccountChanges[];
  others: Pick<AccountChanges, 'entries' | 'lostEntries'>;
};

type At = { view: ChainView; isReorganized: boolean };

/**
 * Returns what became of an operation: what its own transaction did, or else a success. After a refusal, another operation of the
 * hold has the same sequence, so its success isn't that of the refused one.
 */
function outcomeOf(operation: OperationRow, hashes: readonly Hex[], { outcomes }: CardFacts): Outcome | null {
  const { chainHoldId, sequence } = operation;
  if (chainHoldId === null || sequence === null) return null;
  const found = outcomes.get(outcomeKey(chainHoldId, sequence)) ?? [];
  const isOwn = ({ txHash }: Outcome) => hashes.includes(txHash);
  return found.find(isOwn) ?? found.find(({ reason }) => reason === null) ?? null;
}

/** Returns a condition for rows of blocks that are read again after a reorganization, and of blocks that the chain lost. */
function readAgain(
  column: PgColumn,
  { fromBlock, toBlock }: CardFacts,
  { view, isReorganized }: At,
): SQL | undefined {
  if (!isReorganized) return sql`false`;
  return or(between(column, fromBlock, toBlock), gt(column, view.number));
}

async function findOperations({ db, inTurn, chain }: SenderContext, facts: CardFacts, at: At) {
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
          // Freezes end with their transaction.
          ne(cardOperations.kind, 'freeze'),
          or(
            eq(cardOperations.state, 'sent'),
            // Its transaction reverted, and may be mined again after a reorganization.
            and(eq(cardOperations.state, 'queued'), isNotNull(cardOperations.chainHoldId)),
            and(
              inArray(cardOperations.state, ['posted', 'refused']),
              readAgain(cardOperations.blockNumber, facts, at),
            ),
          ),
        ),
      ),
  );
  return rows.flatMap(({ operation, hashes, account }) => {
    const outcome = outcomeOf(operation, hashes, facts);
    const isSame =
      outcome?.blockNumber === operation.blockNumber &&
      outcome?.txHash === operation.txHash &&
      outcome?.reason === (operation.state === 'refused' ? operation.reason : null);
    const isOpen = operation.state === 'sent' || operation.state === 'queued';
    return (outcome === null && isOpen) || isSame ? [] : [{ operation, account, outcome }];
  });
}

async function findWithdrawals({ db, inTurn, chain }: SenderContext, facts: CardFacts, at: At) {
  const byDigest = new Map(facts.withdrawals.map((used) => [used.digest, used]));
  const rows = await inTurn(() =>
    db
      .select({ withdrawal: cardWithdrawals, account: ofAccountRow })
      .from(cardWithdrawals)
      .innerJoin(cardAccounts, eq(cardAccounts.id, cardWithdrawals.accountId))
      .where(
        and(
          eq(cardAccounts.chainId, chain.id),
          or(
            isAnyOf(cardWithdrawals.digest, [...byDigest.keys()], 'text'),
            readAgain(cardWithdrawals.blockNumber, facts, at),
          ),
        ),
      ),
  );
  return rows.flatMap(({ withdrawal: { id, digest, state, blockNumber }, account }) => {
    const used = (digest && byDigest.get(digest)) ?? null;
    if (used ? state === 'done' && used.blockNumber === blockNumber : state !== 'done') return [];
    return [{ id, account, used }];
  });
}

async function findLostEntries({ db, inTurn, chain }: SenderContext, facts: CardFacts, at: At) {
  if (!at.isReorganized) return [];
  const rows = await inTurn(() =>
    db
      .select()
      .from(cardEntries)
      .where(and(eq(cardEntries.chainId, chain.id), readAgain(cardEntries.blockNumber, facts, at))),
  );
  const identify = ({ txHash, logIndex, blockHash }: Pick<NewEntry, 'txHash' | 'logIndex' | 'blockHash'>) =>
    `${txHash} ${logIndex} ${blockHash}`;
  const known = new Set(facts.entries.map(identify));
  const { fullBlock } = facts;
  // Of a full block, not all entries are read.
  return rows.filter((row) => row.blockHash !== fullBlock?.hash && !known.has(identify(row)));
}

/** Finds what changed in a range of blocks, and which accounts to read. Without facts, only accounts that are new. */
export async function findChanges(
  context: SenderContext,
  contract: CardContract,
  facts: CardFacts | null,
  at: At,
): Promise<MirrorChanges> {
  const [operations, withdrawals, lostEntries] = facts
    ? [
        await findOperations(context, facts, at),
        await findWithdrawals(context, facts, at),
        await findLostEntries(context, facts, at),
      ]
    : [[], [], []];
  const which = facts
    ? or(
        isAnyOf(cardAccounts.owner, [...facts.owners], 'text'),
        // Another block may confirm their top-ups.
        gt(cardAccounts.unconfirmed, 0n),
        at.isReorganized ? gt(cardAccounts.blockNumber, facts.fromBlock - 1n) : undefined,
      )
    : undefined;
  const entries = facts?.entries ?? [];
  // Anyone can cause entries, also of tokens of their own.
  const named = [...(facts?.accounts ?? []), ...lostEntries];
  const found = [
    ...(await findOwn(context, contract, uniqueAccounts(named))),
    ...operations.map(({ account }) => account),
    ...withdrawals.map(({ account }) => account),
    ...(await findAccounts(context, contract, which)),
    ...(await findAccountsOfCards(context, contract, [...(facts?.cards ?? [])])),
  ];
  const accounts = await withCards(context, contract, uniqueAccounts(found));
  const isRead = new Set(accounts.map(({ account }) => accountKey(account)));
  const isOther = (item: Account) => !isRead.has(accountKey(item));
  const ofOperations = groupBy(operations, ({ account }) => accountKey(account));
  const ofWithdrawals = groupBy(withdrawals, ({ account }) => accountKey(account));
  const ofEntries = groupBy(entries, accountKey);
  const ofLost = groupBy(lostEntries, accountKey);
  return {
    accounts: accounts.map((own) => {
      const key = accountKey(own.account);
      return {
        ...{ ...own, operations: ofOperations.get(key) ?? [], withdrawals: ofWithdrawals.get(key) ?? [] },
        ...{ entries: ofEntries.get(key) ?? [], lostEntries: ofLost.get(key) ?? [] },
      };
    }),
    others: { entries: entries.filter(isOther), lostEntries: lostEntries.filter(isOther) },
  };
}
