import { and, eq, isNotNull } from 'drizzle-orm';
import type { Hex } from 'viem';
import { holdIdentifier } from '@/lib/evm/card-account';
import { groupBy } from '@/lib/group-by';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { isAnyOf } from '@/lib/server/db/is-any-of';
import type { SenderContext } from '../../outbox';
import { type CardContract, type OperationRow, readHold } from '../contract/contract';

/** Most holds of one purchase that are read for an operation, from the latest that was sent on. */
const MAX_HOLDS = 20;

export type CallKind = 'place' | 'raise' | 'release' | 'capture' | 'debit' | 'credit' | 'freeze';
/** An operation with its identifier and sequence in the contract. */
export type Item = { operation: OperationRow; id: Hex; sequence: number };
export type FoundCall = Item & { kind: CallKind };

/**
 * Returns how many holds of each purchase were closed before its latest one was sent. Each increment after a closed hold needs
 * another.
 */
async function findClosed(
  { db, inTurn, chain }: SenderContext,
  operations: readonly OperationRow[],
): Promise<Map<Hex, number>> {
  const holdIds = [...new Set(operations.map(({ holdId }) => holdId))];
  const rows = await inTurn(() =>
    db
      .selectDistinct({ holdId: cardOperations.holdId, id: cardOperations.chainHoldId })
      .from(cardOperations)
      .where(
        and(
          ...[eq(cardOperations.chainId, chain.id), eq(cardOperations.kind, 'hold')],
          ...[isAnyOf(cardOperations.holdId, holdIds, 'text'), isNotNull(cardOperations.chainHoldId)],
        ),
      ),
  );
  const closed = new Map<Hex, number>();
  for (const [holdId, sent] of groupBy(rows, (row) => row.holdId)) {
    const ids = new Set(sent.map(({ id }) => id));
    const latest = sent.findLastIndex((_, index) => ids.has(holdIdentifier(holdId, index)));
    closed.set(holdId, Math.max(latest, 0));
  }
  return closed;
}

/** Finds the call for a change of a hold. A change of a hold that is closed, or was never placed, is for the contract to refuse. */
async function findChange(
  contract: CardContract,
  operation: OperationRow,
  first: number,
): Promise<FoundCall> {
  const kind = operation.kind as 'hold' | 'release' | 'capture';
  let last = { id: holdIdentifier(operation.holdId, first), sequence: 0 };
  for (let closed = first; closed < first + MAX_HOLDS; closed += 1) {
    const id = holdIdentifier(operation.holdId, closed);
    const { sequence, remaining } = await readHold(contract, id);
    if (sequence === 0 && kind === 'hold') return { kind: 'place', operation, id, sequence: 1 };
    if (sequence === 0) break;
    last = { id, sequence };
    if (remaining > 0n) break;
  }
  return { kind: kind === 'hold' ? 'raise' : kind, operation, id: last.id, sequence: last.sequence + 1 };
}

/** Finds the calls for operations, in their order. @throws ApiError 503 */
export async function findCalls(
  context: SenderContext,
  contract: CardContract,
  operations: readonly OperationRow[],
): Promise<FoundCall[]> {
  if (operations.length === 0) return [];
  const closed = await findClosed(context, operations);
  return Promise.all(
    operations.map((operation) => {
      const { kind, holdId: id } = operation;
      return kind === 'debit' || kind === 'credit' || kind === 'freeze'
        ? { kind, operation, id, sequence: 0 }
        : findChange(contract, operation, closed.get(id) ?? 0);
    }),
  );
}
