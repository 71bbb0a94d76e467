import { and, eq, ne } from 'drizzle-orm';
import { cardEntries, cardWithdrawals } from '@/lib/server/db/card-chain-tables';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import type { Queryable } from '@/lib/server/db/database';
import { isAnyOf } from '@/lib/server/db/is-any-of';
import { log } from '@/lib/server/log';
import type { Outbox } from '../../outbox';
import type { ChainView } from '../../view';
import type { CardContract, OperationRow } from '../contract/contract';
import { outcomeKey } from '../contract/events';
import { changeOwed } from './change-owed';
import type { AccountChanges, MirrorChanges, OperationChange } from './find-changes';
import { type AccountState, lockAccount, storeAccount } from './store-account';

/** What changed about an account, and how the contract has it. */
export type ChangedAccount = Omit<AccountChanges, 'cards'> & AccountState;
type Storing = { changed: ChangedAccount; view: ChainView; final: bigint };

/** Rows per statement, whose parameters PostgreSQL limits. */
const ROWS_AT_ONCE = 1_000;

/** Logs a refusal. What `retryCredits` doesn't queue again of the refused credits is for the operator to pay. */
function logRefusal({ id: operationId, kind, cardId, amountRaw }: OperationRow, reason: string | null): void {
  const details = { operationId, kind, cardId, reason };
  if (kind !== 'credit' || reason === 'InsufficientSettled')
    log.warn(details, 'a card operation was refused');
  else
    log.error(
      { ...details, amountRaw: String(amountRaw) },
      'a credit was refused, and has to be paid by hand',
    );
}

/**
 * Stores what became of an operation. A refusal that left the chain keeps its reason, because something was queued instead. Returns
 * the change of what the account owes.
 */
async function storeOutcome(db: Queryable, { operation, outcome }: OperationChange): Promise<bigint> {
  const { id, kind, state, amountRaw } = operation;
  const next = outcome === null ? 'sent' : outcome.reason === null ? 'posted' : 'refused';
  const { txHash = null, blockNumber = null } = outcome ?? {};
  const reason = outcome?.reason ?? operation.reason;
  await db
    .update(cardOperations)
    .set({ state: next, txHash, blockNumber, reason })
    .where(and(eq(cardOperations.id, id), ne(cardOperations.state, 'canceled')));
  if (next === 'refused') logRefusal(operation, reason);
  if (kind !== 'debit') return 0n;
  return (next === 'refused' ? amountRaw : 0n) - (state === 'refused' ? amountRaw : 0n);
}

async function storeWithdrawals(db: Queryable, withdrawals: AccountChanges['withdrawals']): Promise<void> {
  for (const { id, used } of withdrawals)
    await db
      .update(cardWithdrawals)
      .set(
        used
          ? { state: 'done', txHash: used.txHash, blockNumber: used.blockNumber }
          : { state: 'signed', txHash: null, blockNumber: null },
      )
      .where(eq(cardWithdrawals.id, id));
}

/** Returns operations by their outcome, for the entries that they caused. */
async function operationsByKey(
  db: Queryable,
  chainId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const ids = [...new Set(keys.map((key) => key.split(' ')[0] as `0x${string}`))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: cardOperations.id,
      chainHoldId: cardOperations.chainHoldId,
      sequence: cardOperations.sequence,
    })
    .from(cardOperations)
    .where(
      and(
        eq(cardOperations.chainId, chainId),
        eq(cardOperations.state, 'posted'),
        isAnyOf(cardOperations.chainHoldId, ids, 'text'),
      ),
    );
  return new Map(
    rows.flatMap(({ id, chainHoldId, sequence }) =>
      chainHoldId !== null && sequence !== null ? [[outcomeKey(chainHoldId, sequence), id] as const] : [],
    ),
  );
}

async function storeEntries(
  db: Queryable,
  { chain, address }: CardContract,
  { entries, lostEntries }: MirrorChanges['others'],
): Promise<void> {
  if (lostEntries.length > 0) {
    const ids = lostEntries.map(({ id }) => id);
    await db.delete(cardEntries).where(isAnyOf(cardEntries.id, ids, 'bigint'));
  }
  const operations = await operationsByKey(
    db,
    chain.id,
    entries.flatMap(({ outcome }) => outcome ?? []),
  );
  const rows = entries.map(({ outcome, ...entry }) => ({
    ...entry,
    chainId: chain.id,
    contract: address,
    operationId: outcome === null ? null : (operations.get(outcome) ?? null),
  }));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db
      .insert(cardEntries)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflictDoNothing();
}

/** Stores entries of accounts that nothing else is stored of, so that a statement is complete if their owners become users. */
export async function storeOthers(
  outbox: Outbox,
  contract: CardContract,
  others: MirrorChanges['others'],
): Promise<void> {
  if (others.entries.length + others.lostEntries.length === 0) return;
  await outbox.write((db) => storeEntries(db, contract, others));
}

/**
 * Stores what changed about an account, all or nothing. Returns the operations whose purchases have to be settled again: those that
 * the contract has refused, or has accepted after a refusal that left the chain, and credits that were canceled.
 */
export function storeChanges(
  outbox: Outbox,
  contract: CardContract,
  { changed, view, final }: Storing,
): Promise<OperationRow[]> {
  const { account, operations, withdrawals } = changed;
  return outbox.write(async (db) => {
    const id = await lockAccount(db, contract, account);
    let owed = 0n;
    for (const change of operations) owed += await storeOutcome(db, change);
    await storeEntries(db, contract, changed);
    if (id === null) return [];
    await storeWithdrawals(db, withdrawals);
    await storeAccount(db, contract, id, { state: changed, view, final });
    const canceled = await changeOwed(db, id, owed);
    return [
      ...operations.flatMap(({ operation, outcome }) =>
        outcome && (outcome.reason ?? operation.reason) !== null ? [operation] : [],
      ),
      ...canceled,
    ];
  });
}
