import 'server-only';
import { min } from '@/lib/evm/bigint';
import type { CardOperationKind, CardOperationState } from '../../db/card-decision-tables';
import type { Purchase } from '../purchase';

/** A posting to the contract that is in the queue, or was. Amounts are in base units. */
export interface Operation {
  kind: CardOperationKind;
  state: CardOperationState;
  /** Name of the contract's error if it is refused. */
  reason: string | null;
  /** Transaction or dispute that it is for. Null for holds and releases. */
  reference: string | null;
  amount: bigint;
}

export type NewOperation = Omit<Operation, 'reason' | 'state'>;

/**
 * Returns whether an operation counts for what a purchase has on the chain. What the contract has refused of a hold changes nothing,
 * except that a release finds the hold closed. A refused debit or credit is owed.
 */
function isCounted({ kind, state, reason }: Operation): boolean {
  if (state !== 'refused') return state !== 'canceled';
  return kind === 'release' ? reason === 'HoldNotOpen' : kind !== 'capture' && kind !== 'hold';
}

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
 * Returns whether another change of `amount` can be tried: only if each refused one was for more, or had a wrong sequence. The sequence
 * is read from the chain each time, so only another reorganization makes it wrong again. An amount that was refused for another reason
 * isn't tried again, so this ends.
 */
const isRepeated = (refused: readonly Operation[], amount: bigint): boolean =>
  refused.every((one) => one.reason === 'WrongSequence' || one.amount > amount);

/** Returns how much of `amount` to capture again after refused captures of a transaction: at most what is held. */
function capturedAgain(amount: bigint, reference: string, all: readonly Operation[], held: bigint): bigint {
  const refused = all.filter(
    (one) => one.kind === 'capture' && one.state === 'refused' && one.reference === reference,
  );
  return refused.length > 0 && isRepeated(refused, held) ? min(amount, held) : 0n;
}

const asDebit = (one: NewOperation): NewOperation => ({ ...one, kind: 'debit' });

/**
 * Returns what is missing in the queue so that the contract gets to what a purchase should have. A capture that is refused because
 * it is above what is held takes what is held, and the rest is debited. One that is refused because of its sequence is repeated; any
 * other is debited. A release is repeated, too, unless the hold is closed. A refused debit or credit isn't: it is owed. If later facts
 * change what a transaction costs, the difference is debited or credited.
 */
export function missingOperations(
  purchase: Pick<Purchase, 'captures' | 'credits' | 'debits' | 'hold'>,
  all: readonly Operation[],
): NewOperation[] {
  const counted = all.filter(isCounted);
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
  const unused = remaining - hold;
  const refusedReleases = all.filter(
    (one) => one.kind === 'release' && one.state === 'refused' && !isCounted(one),
  );
  if (unused > 0n && isRepeated(refusedReleases, unused))
    missing.push({ kind: 'release', reference: null, amount: unused });
  // A hold that the contract refused isn't tried again: its captures are debited.
  const refused = sumOf(all.filter(({ kind, state }) => kind === 'hold' && state === 'refused'));
  const raise = hold - remaining - refused;
  if (raise > 0n) missing.push({ kind: 'hold', reference: null, amount: raise });
  return missing;
}
