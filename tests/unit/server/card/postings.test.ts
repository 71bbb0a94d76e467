/** @jest-environment node */
import fc from 'fast-check';
import { missingOperations, type NewOperation, type Operation } from '@/lib/server/card/ledger/postings';
import { type Purchase, purchaseOf } from '@/lib/server/card/purchase';
import { PurchaseModel, steps } from '@/tests/support/purchase-model';

type Wanted = Pick<Purchase, 'captures' | 'credits' | 'debits' | 'hold'>;

const wanted = (changes: Partial<Wanted>): Wanted => ({
  ...{ captures: [], credits: [], debits: [], hold: 0n },
  ...changes,
});
const operation = (
  kind: Operation['kind'],
  amount: bigint,
  state: Operation['state'] = 'posted',
  reference: string | null = kind === 'hold' || kind === 'release' ? null : 'ipi_1',
): Operation => ({ kind, amount, state, reference, reason: state === 'refused' ? 'AboveHold' : null });
const refusedFor = (reason: string, one: Operation): Operation => ({ ...one, reason });
const textOf = (operations: readonly NewOperation[]) =>
  operations.map(({ kind, amount }) => `${kind} ${amount}`);
const capture = (tokens: bigint) => ({ id: 'ipi_1', amount: tokens, tokens });

describe('a refused capture', () => {
  it('takes what is held and debits the rest, if it was above the hold', () => {
    const all = [operation('hold', 100n), operation('capture', 101n, 'refused')];
    expect(textOf(missingOperations(wanted({ captures: [capture(101n)] }), all))).toEqual([
      'capture 100',
      'debit 1',
    ]);
  });

  it('is debited if no more than the hold was captured, also the second time', () => {
    const hold = operation('hold', 100n);
    const refused = operation('capture', 100n, 'refused');
    expect(textOf(missingOperations(wanted({ captures: [capture(100n)] }), [hold, refused]))).toEqual([
      ...['debit 100', 'release 100'],
    ]);
    const all = [hold, operation('capture', 101n, 'refused'), refused, operation('debit', 1n, 'refused')];
    expect(textOf(missingOperations(wanted({ captures: [capture(101n)] }), all))).toEqual([
      ...['debit 100', 'release 100'],
    ]);
  });

  it('leaves what an earlier capture has taken', () => {
    const all = [
      ...[operation('hold', 100n), operation('capture', 60n, 'posted', 'ipi_0')],
      operation('capture', 45n, 'refused'),
    ];
    const captures = [{ id: 'ipi_0', amount: 60n, tokens: 60n }, capture(45n)];
    expect(textOf(missingOperations(wanted({ captures }), all))).toEqual(['capture 40', 'debit 5']);
  });
});

describe('a refused release', () => {
  const hold = operation('hold', 100n);
  const release = (amount: bigint, reason: string) =>
    refusedFor(reason, operation('release', amount, 'refused'));

  it('of a closed hold is not repeated, and leaves nothing to capture', () => {
    const all = [hold, release(100n, 'HoldNotOpen')];
    expect(missingOperations(wanted({}), all)).toEqual([]);
    expect(textOf(missingOperations(wanted({ captures: [capture(100n)] }), all))).toEqual(['debit 100']);
  });

  it('of more than is held, because an increment was refused, releases what is held, once', () => {
    const all = [hold, operation('hold', 50n, 'refused'), release(150n, 'AboveHold')];
    expect(textOf(missingOperations(wanted({}), all))).toEqual(['release 100']);
    expect(missingOperations(wanted({}), [...all, release(100n, 'AboveHold')])).toEqual([]);
  });

  it('is repeated if another block made its sequence wrong', () => {
    const all = [hold, release(100n, 'WrongSequence')];
    expect(textOf(missingOperations(wanted({}), all))).toEqual(['release 100']);
    expect(textOf(missingOperations(wanted({ hold: 70n }), all))).toEqual(['release 30']);
  });
});

it('captures again what was refused because another block made its sequence wrong', () => {
  const all = [operation('hold', 100n), refusedFor('WrongSequence', operation('capture', 100n, 'refused'))];
  expect(textOf(missingOperations(wanted({ captures: [capture(100n)] }), all))).toEqual(['capture 100']);
});

it('reaches the wanted total for whatever the contract refuses, and then queues nothing more', () => {
  const property = fc.property(
    steps,
    fc.infiniteStream(fc.constantFrom<Operation['state']>('posted', 'posted', 'refused')),
    fc.infiniteStream(fc.constantFrom('AboveHold', 'HoldNotOpen', 'InsufficientBalance')),
    (script, states, reasons) => {
      const model = new PurchaseModel();
      const all: Operation[] = [];
      for (const step of script) {
        model.run(step);
        const purchase = purchaseOf(model.facts());
        let rounds = 0;
        for (;;) {
          const missing = missingOperations(purchase, all);
          if (missing.length === 0) break;
          rounds += 1;
          expect(rounds).toBeLessThan(5);
          for (const one of missing) {
            expect(one.amount).toBeGreaterThan(0n);
            const state = states.next().value ?? 'posted';
            all.push({ ...one, state, reason: state === 'refused' ? (reasons.next().value ?? null) : null });
          }
        }
        // Refused debits are owed, and refused credits are due, so both count.
        const charged = all.reduce((sum, { kind, state, amount }) => {
          if (kind === 'credit') return sum - amount;
          return kind === 'debit' || (kind === 'capture' && state === 'posted') ? sum + amount : sum;
        }, 0n);
        const sum = (items: readonly { tokens: bigint }[]) =>
          items.reduce((total, { tokens }) => total + tokens, 0n);
        expect(charged).toBe(sum(purchase.captures) + sum(purchase.debits) - sum(purchase.credits));
      }
    },
  );
  fc.assert(property, { numRuns: 300 });
});
