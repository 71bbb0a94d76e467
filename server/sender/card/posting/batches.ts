import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import { encodeFunctionData, type Hex } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import { outbox } from '@/lib/server/db/sender-tables';
import type { SenderContext } from '../../outbox';
import type { ChainView } from '../../view';
import { type CardContract, CHAIN_STATUS, type OperationRow } from '../contract/contract';
import { type CallKind, type FoundCall, findCalls, type Item } from './find-calls';

/** Most calls that aren't mined yet. More would make an error expensive. */
export const MAX_CALLS = 4;
/** Most items of a call. */
const BATCH_SIZE = 20;
/** Queued operations that are looked through for those that can be sent. */
const MAX_QUEUED = 2_000;
/** Longest time from now to the expiry of a hold that the contract accepts, in seconds. */
const MAX_HOLD_S = 35 * 24 * 60 * 60;

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

/** How many calls may be sent: of all kinds, and of those that don't reserve money. */
type Room = { most: number; others: number };

const isReserving = (kind: CallKind | OperationRow['kind']): boolean =>
  kind === 'hold' || kind === 'place' || kind === 'raise';

/**
 * Returns the calls to send now: the next operation of each card first, the oldest ones first. An operation waits while an earlier
 * one of its card is in flight or in another call, so the state of its hold at the latest block is what it will find. Holds of one
 * call are different ones. `most` is how many calls can be sent; one of MAX_CALLS is kept for new and raised holds, which are late
 * after GRACE. `skipped` are kinds that can't be sent at the moment.
 */
export async function nextBatches(
  context: SenderContext,
  contract: CardContract,
  { most, skipped }: { most: number; skipped: ReadonlySet<OperationRow['kind']> },
): Promise<Batch[]> {
  const { db, inTurn, chain } = context;
  const ofChain = (state: 'queued' | 'sent') =>
    and(eq(cardOperations.chainId, chain.id), eq(cardOperations.state, state));
  const { cardId, kind } = cardOperations;
  const sent = await inTurn(() =>
    db
      .select({ cardId, kind, outboxId: outbox.id, blockNumber: outbox.blockNumber })
      .from(cardOperations)
      .leftJoin(outbox, eq(outbox.id, cardOperations.outboxId))
      .where(ofChain('sent')),
  );
  // Of the contract's own cards: an earlier contract may have had the same numbers.
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
      .orderBy(asc(ranked.place), asc(cardOperations.id))
      .limit(MAX_QUEUED),
  );
  const waiting = new Set(sent.map((row) => row.cardId));
  const counts = new Map<OperationRow['kind'], number>();
  const possible = queued.filter((operation) => {
    const count = counts.get(operation.kind) ?? 0;
    // Many operations of one kind, such as freezes, don't hide those of another.
    if (skipped.has(operation.kind) || count >= most * BATCH_SIZE) waiting.add(operation.cardId);
    if (waiting.has(operation.cardId)) return false;
    counts.set(operation.kind, count + 1);
    return true;
  });
  const calls = await findCalls(context, contract, possible);
  const inFlight = sent.filter((row) => row.blockNumber === null && !isReserving(row.kind));
  const others = new Set(inFlight.flatMap(({ outboxId }) => outboxId ?? []));
  return arrange(calls, waiting, { most, others: MAX_CALLS - 1 - others.size });
}

/** Puts calls together, in their order. Adds cards whose next operation has to wait to `waiting`. */
function arrange(calls: readonly FoundCall[], waiting: Set<string>, { most, others }: Room): Batch[] {
  const batches: Batch[] = [];
  const batchOf = new Map<string, Batch>();
  const hasPlace = (kind: CallKind) =>
    batches.length < most &&
    (isReserving(kind) || batches.filter((batch) => !isReserving(batch.kind)).length < others);
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
    const isNew = !known && !own && hasPlace(kind);
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
