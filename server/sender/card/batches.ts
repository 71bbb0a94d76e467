import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import { encodeFunctionData, type Hex } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { holdIdentifier } from '@/lib/evm/card-account';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import type { SenderContext } from '../outbox';
import type { ChainView } from '../view';
import { type CardContract, CHAIN_STATUS, type OperationRow, readHold } from './contract';

/** Most items of a call. */
const BATCH_SIZE = 20;
/** Queued operations that are looked through for those that can be sent. */
const MAX_QUEUED = 2_000;
/** Most holds of one purchase. Each increment after a closed hold needs another. */
const MAX_HOLDS = 200;
/** Longest time from now to the expiry of a hold that the contract accepts, in seconds. */
const MAX_HOLD_S = 35 * 24 * 60 * 60;

type CallKind = 'place' | 'raise' | 'release' | 'capture' | 'debit' | 'credit' | 'freeze';
/** An operation with its identifier and sequence in the contract. */
type Item = { operation: OperationRow; id: Hex; sequence: number };
/** Items of one call, one per hold. */
export type Batch = { kind: CallKind; items: Item[] };

const seconds = (at: Date | null): number => Math.floor((at?.getTime() ?? 0) / 1_000);

/** Returns the data of a call. `timestamp` is that of the latest block. */
export function encodeBatch({ kind, items }: Batch, { timestamp }: Pick<ChainView, 'timestamp'>): Hex {
  const abi = cardAccountAbi;
  const changes = items.map(({ operation, id, sequence }) => ({ id, sequence, amount: operation.amountRaw }));
  const postings = items.map(({ operation, id }) => ({
    id,
    card: operation.chainCard,
    amount: operation.amountRaw,
  }));
  const latest = Number(timestamp) + MAX_HOLD_S;
  switch (kind) {
    case 'place': {
      const placements = items.map(({ operation }, index) => ({
        ...(postings[index] as (typeof postings)[number]),
        approvedAt: seconds(operation.approvedAt),
        expiry: Math.min(seconds(operation.expiresAt), latest),
      }));
      return encodeFunctionData({ abi, functionName: 'placeHolds', args: [placements] });
    }
    case 'raise': {
      const raises = changes.map((change, index) => ({
        ...change,
        approvedAt: seconds(items[index]?.operation.approvedAt ?? null),
      }));
      return encodeFunctionData({ abi, functionName: 'raiseHolds', args: [raises] });
    }
    case 'release':
      return encodeFunctionData({ abi, functionName: 'releaseHolds', args: [changes] });
    case 'capture': {
      // What then remains is released by an operation of its own.
      const captures = changes.map((change) => ({ ...change, last: false }));
      return encodeFunctionData({ abi, functionName: 'captureHolds', args: [captures] });
    }
    case 'debit':
      return encodeFunctionData({ abi, functionName: 'debitWithoutHold', args: [postings] });
    case 'credit':
      return encodeFunctionData({ abi, functionName: 'credit', args: [postings] });
    case 'freeze': {
      const card = items[0]?.operation.chainCard ?? 0;
      return encodeFunctionData({ abi, functionName: 'setStatus', args: [card, CHAIN_STATUS.frozen] });
    }
  }
}

/** Finds the call for a change of a hold. A change of a hold that is closed, or was never placed, is for the contract to refuse. */
async function findChange(
  contract: CardContract,
  operation: OperationRow,
): Promise<Item & { kind: CallKind }> {
  const kind = operation.kind as 'hold' | 'release' | 'capture';
  let last = { id: operation.holdId, sequence: 0 };
  for (let closed = 0; closed < MAX_HOLDS; closed += 1) {
    const id = holdIdentifier(operation.holdId, closed);
    const { sequence, remaining } = await readHold(contract, id);
    if (sequence === 0 && kind === 'hold') return { kind: 'place', operation, id, sequence: 1 };
    if (sequence === 0) break;
    last = { id, sequence };
    if (remaining > 0n) break;
  }
  return { kind: kind === 'hold' ? 'raise' : kind, operation, id: last.id, sequence: last.sequence + 1 };
}

async function findCall(contract: CardContract, operation: OperationRow): Promise<Item & { kind: CallKind }> {
  const { kind, holdId: id } = operation;
  if (kind === 'debit' || kind === 'credit' || kind === 'freeze') return { kind, operation, id, sequence: 0 };
  return findChange(contract, operation);
}

/**
 * Returns the calls to send now, in the order of the queue. An operation waits while an earlier one of its card is in flight or in
 * another call, so the state of its hold at the latest block is what it will find. Holds of one call are different ones. `skipped`
 * are kinds that can't be sent at the moment.
 */
export async function nextBatches(
  { db, inTurn, chain }: SenderContext,
  contract: CardContract,
  { most, skipped }: { most: number; skipped: ReadonlySet<OperationRow['kind']> },
): Promise<Batch[]> {
  const ofChain = (state: 'queued' | 'sent') =>
    and(eq(cardOperations.chainId, chain.id), eq(cardOperations.state, state));
  const sent = await inTurn(() =>
    db.selectDistinct({ cardId: cardOperations.cardId }).from(cardOperations).where(ofChain('sent')),
  );
  // Of the contract's own cards: an earlier contract may have had the same numbers. A long queue of one card doesn't hide others.
  const ranked = db
    .select({
      id: cardOperations.id,
      place:
        sql<number>`row_number() over (partition by ${cardOperations.cardId} order by ${cardOperations.id})`.as(
          'place',
        ),
    })
    .from(cardOperations)
    .innerJoin(cards, eq(cards.id, cardOperations.cardId))
    .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
    .where(and(ofChain('queued'), eq(cardAccounts.contract, contract.address)))
    .as('ranked');
  const queued = await inTurn(() =>
    db
      .select(getTableColumns(cardOperations))
      .from(cardOperations)
      .innerJoin(ranked, eq(ranked.id, cardOperations.id))
      .where(lte(ranked.place, BATCH_SIZE))
      .orderBy(asc(cardOperations.id))
      .limit(MAX_QUEUED),
  );
  const waiting = new Set(sent.map(({ cardId }) => cardId));
  const possible = queued.filter(({ cardId, kind }) => {
    if (skipped.has(kind)) waiting.add(cardId);
    return !waiting.has(cardId);
  });
  const calls = await Promise.all(
    possible.slice(0, most * BATCH_SIZE).map((operation) => findCall(contract, operation)),
  );
  return arrange(calls, waiting, most);
}

/** Puts calls together, in their order. Adds cards whose next operation has to wait to `waiting`. */
function arrange(calls: readonly (Item & { kind: CallKind })[], waiting: Set<string>, most: number): Batch[] {
  const batches: Batch[] = [];
  const batchOf = new Map<string, Batch>();
  for (const { kind, ...item } of calls) {
    const { cardId, holdId } = item.operation;
    if (waiting.has(cardId)) continue;
    const hasRoom = (batch: Batch) =>
      batch.kind === kind &&
      kind !== 'freeze' &&
      batch.items.length < BATCH_SIZE &&
      batch.items.every(({ operation }) => operation.holdId !== holdId);
    const own = batchOf.get(cardId);
    const known = own ? [own].find(hasRoom) : batches.find(hasRoom);
    const isNew = !known && !own && batches.length < most;
    const batch = known ?? (isNew ? { kind, items: [] } : null);
    if (!batch) {
      waiting.add(cardId);
      continue;
    }
    if (isNew) batches.push(batch);
    batchOf.set(cardId, batch);
    batch.items.push(item);
  }
  return batches;
}
