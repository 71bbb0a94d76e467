import 'server-only';
import { min } from '@/lib/evm/bigint';
import type { CardOperationKind, CardOperationState } from '../../db/card-decision-tables';
import type { Purchase } from '../purchase';

/** A posting to the contract that is in the queue, or was. Amounts are in base units. */
export interface Operation {
  kind: CardOperationKind;
  state: CardOperationState;
  /** Transaction or dispute that it is for. Null for holds and releases. */
  reference: string | null;
  amount: bigint;
}

export type NewOperation = Omit<Operation, 'state'>;

/** Kinds that are queued in another way once the contract has refused them. */
const REPEATED: ReadonlySet<CardOperationKind> = new Set(['capture', 'hold']);

const sumOf = (operations: readonly NewOperation[]) =>
  operations.reduce((total, { amount }) => total + amount, 0n);

/** Returns what remains of the hold after these operations, in their order. A capture above the rest closes the hold. */
function remainingAfter(operations: readonly NewOperation[]): bigint {
  return operations.reduce((left, { kind, amount }) => {
    if (kind === 'hold') return left + amount;
    if (kind !== 'release' && kind !== 'capture') return left;
    return amount > left ? 0n : left - amount;
  }, 0n);
}

/** Returns what an operation takes from the account, negative for credits. */
function charged({ kind, amount }: NewOperation): bigint {
  if (kind === 'credit') return -amount;
  return kind === 'capture' || kind === 'debit' ? amount : 0n;
}

/**
 * Returns which part of `amount` is captured again for a transaction, whose captures were refused for more than is held: what is held.
 * A refused capture of no more than that isn't repeated, so this ends.
 */
function capturedAgain(amount: bigint, reference: string, all: readonly Operation[], held: bigint): bigint {
  const refused = all.filter(
    (one) => one.kind === 'capture' && one.state === 'refused' && one.reference === reference,
  );
  return refused.length > 0 && refused.every((one) => one.amount > held) ? min(amount, held) : 0n;
}

const asDebit = (one: NewOperation): NewOperation => ({ ...one, kind: 'debit' });

/**
 * Returns what is missing in the queue so that the contract gets to what a purchase should have. A capture that is refused because
 * it is above what is held takes what is held, and the rest is debited; any other refused capture is debited. A refused debit or
 * credit isn't repeated: it is owed. Nor is a refused release: the hold is closed, or ends with its expiry. If later facts change
 * what a transaction costs, the difference is debited or credited.
 */
export function missingOperations(
  purchase: Pick<Purchase, 'captures' | 'credits' | 'debits' | 'hold'>,
  all: readonly Operation[],
): NewOperation[] {
  const counted = all.filter(
    ({ state, kind }) => state !== 'canceled' && (state !== 'refused' || !REPEATED.has(kind)),
  );
  const wanted: NewOperation[] = [
    ...purchase.captures.map(({ id, tokens }) => ({
      kind: 'capture' as const,
      reference: id,
      amount: tokens,
    })),
    ...purchase.debits.map(({ id, tokens }) => ({ kind: 'debit' as const, reference: id, amount: tokens })),
    ...purchase.credits.map(({ id, tokens }) => ({ kind: 'credit' as const, reference: id, amount: tokens })),
  ];
  const missing: NewOperation[] = [];
  const references = new Set([...wanted, ...all].flatMap(({ reference }) => reference ?? []));
  for (const reference of references) {
    const due = wanted.filter((one) => one.reference === reference);
    if (!all.some((one) => one.reference === reference)) {
      // Nothing is held any more, or never was, if the issuer approved without a request.
      const isHeld = remainingAfter([...counted, ...missing]) > 0n;
      missing.push(...due.map((one) => (one.kind === 'capture' && !isHeld ? asDebit(one) : one)));
      continue;
    }
    const total = (some: readonly NewOperation[]) => some.reduce((sum, one) => sum + charged(one), 0n);
    const difference = total(due) - total(counted.filter((one) => one.reference === reference));
    if (difference > 0n) {
      const captured = capturedAgain(difference, reference, all, remainingAfter([...counted, ...missing]));
      if (captured > 0n) missing.push({ kind: 'capture', reference, amount: captured });
      if (difference > captured) missing.push({ kind: 'debit', reference, amount: difference - captured });
    }
    if (difference < 0n) missing.push({ kind: 'credit', reference, amount: -difference });
  }
  const remaining = remainingAfter([...counted, ...missing]);
  const { hold } = purchase;
  if (remaining > hold) missing.push({ kind: 'release', reference: null, amount: remaining - hold });
  // A hold that the contract refused isn't tried again: its captures are debited.
  const refused = sumOf(all.filter(({ kind, state }) => kind === 'hold' && state === 'refused'));
  const raise = hold - remaining - refused;
  if (raise > 0n) missing.push({ kind: 'hold', reference: null, amount: raise });
  return missing;
}
