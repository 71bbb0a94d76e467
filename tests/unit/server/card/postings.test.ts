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
): Operation => ({ kind, amount, state, reference });
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
  it('is not repeated', () => {
    const all = [operation('hold', 100n), operation('release', 100n, 'refused')];
    expect(missingOperations(wanted({}), all)).toEqual([]);
  });

  it('leaves the rest of the hold as it should be, and increments raise it', () => {
    const all = [operation('hold', 100n), operation('release', 30n, 'refused')];
    expect(missingOperations(wanted({ hold: 70n }), all)).toEqual([]);
    expect(textOf(missingOperations(wanted({ hold: 90n }), all))).toEqual(['hold 20']);
    expect(textOf(missingOperations(wanted({ hold: 0n }), all))).toEqual(['release 70']);
  });

  it('leaves nothing to capture', () => {
    const all = [operation('hold', 100n), operation('release', 100n, 'refused')];
    expect(textOf(missingOperations(wanted({ captures: [capture(100n)] }), all))).toEqual(['debit 100']);
  });
});

it('reaches the wanted total for whatever the contract refuses, and then queues nothing more', () => {
  const property = fc.property(
    steps,
    fc.infiniteStream(fc.constantFrom<Operation['state']>('posted', 'posted', 'refused')),
    (script, states) => {
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
            all.push({ ...one, state: states.next().value ?? 'posted' });
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
