/** @jest-environment node */
import fc from 'fast-check';
import { type Purchase, purchaseOf } from '@/lib/server/card/purchase';
import { laterDispute, laterSnapshot, type PurchaseFacts } from '@/lib/server/card/purchase-facts';
import { tokensToCharge } from '@/lib/server/card/quote';
import type { AuthorizationFacts } from '@/lib/server/issuer/facts';
import { factsOf } from '@/tests/support/card-facts';
import { type ModelEvent, PurchaseModel, type Step, steps } from '@/tests/support/purchase-model';
import { costOf, type Movement } from '@/tests/support/random-purchases/reference';

const RUNS = { numRuns: 300 };
const BALANCE = 10n ** 15n;

function play(script: readonly Step[]): PurchaseModel {
  const model = new PurchaseModel();
  for (const step of script) model.run(step);
  return model;
}

/** Stores events as they arrive, by ID, and returns what is stored then. `read` reads the authorization from the issuer. */
function store(events: readonly ModelEvent[], read: () => AuthorizationFacts | null): PurchaseFacts {
  const approvals = new Map<string, PurchaseFacts['approvals'][number]>();
  const transactions = new Map<string, PurchaseFacts['transactions'][number]>();
  const disputes = new Map<string, PurchaseFacts['disputes'][number]>();
  let authorization: AuthorizationFacts | null = null;
  for (const event of events) {
    if ('approval' in event) approvals.set(event.approval.eventId, event.approval);
    else if ('transaction' in event) transactions.set(event.transaction.id, event.transaction);
    else if ('dispute' in event) {
      const { dispute } = event;
      disputes.set(dispute.id, laterDispute(disputes.get(dispute.id) ?? dispute, dispute));
    } else
      authorization = authorization
        ? (laterSnapshot(authorization, event.snapshot) ?? read())
        : event.snapshot;
  }
  return factsOf({
    approvals: [...approvals.values()],
    transactions: [...transactions.values()],
    disputes: [...disputes.values()],
    authorization,
  });
}

const sum = (items: readonly { tokens: bigint }[]) => items.reduce((total, { tokens }) => total + tokens, 0n);

/** Returns what each capture costs in the purchase, and what refunds that were taken back debit. */
function split({ captures, debits }: Purchase, model: PurchaseModel) {
  const isRefund = ({ id }: { id: string }) => model.transactions.get(id)?.type === 'refund';
  return {
    costs: sum(captures) + sum(debits.filter((debit) => !isRefund(debit))),
    takenBack: sum(debits.filter(isRefund)),
  };
}

it('reaches the same state in every order, with events twice and gaps that a reconciliation fills', () => {
  const property = fc.property(
    steps.chain((script) => {
      const { events } = play(script);
      const twice = [...events, ...events];
      return fc.record({
        script: fc.constant(script),
        order: fc.shuffledSubarray(
          twice.map((_, index) => index),
          { minLength: twice.length, maxLength: twice.length },
        ),
        lost: fc.subarray(events.map((_, index) => index)),
      });
    }),
    ({ script, order, lost }) => {
      const model = play(script);
      const { events } = model;
      const expected = purchaseOf(model.facts());
      const read = () => model.authorization;
      const eventAt = (index: number) => events[index % events.length] as ModelEvent;
      const everything = store(order.map(eventAt), read);
      expect(purchaseOf(everything)).toEqual(expected);
      // A gap: some events never arrive. Our own approvals are stored before the reply, so they can't be lost.
      const missing = new Set(lost.filter((index) => !('approval' in eventAt(index))));
      const arrived = order.filter((index) => !missing.has(index % events.length)).map(eventAt);
      const listed: ModelEvent[] = [
        ...model.facts().transactions.map((transaction) => ({ transaction })),
        ...model.facts().disputes.map((dispute) => ({ dispute })),
        ...(model.authorization ? [{ snapshot: model.authorization }] : []),
      ];
      expect(purchaseOf(store([...arrived, ...listed], read))).toEqual(expected);
    },
  );
  fc.assert(property, RUNS);
});

it('keeps the totals of the issuer, and a state that fits them', () => {
  const property = fc.property(steps, (script) => {
    const model = play(script);
    const { authorization } = model;
    const purchase = purchaseOf(model.facts());
    expect(purchase.captured).toBe(model.captured);
    expect(purchase.returned).toBe(model.returned);
    expect(purchase.isIncomplete).toBe(false);
    expect(purchase.unpriced).toBe(0n);
    if (
      authorization?.status === 'pending' ||
      (authorization?.status === 'closed' && authorization.isApproved)
    )
      expect(purchase.authorized).toBe(authorization.amount);
    const [dispute] = model.disputes.values();
    const { state } = purchase;
    if (dispute?.status === 'submitted') expect(state).toBe('disputed');
    else if (dispute?.status === 'won' || dispute?.status === 'lost')
      expect(state).toBe(`dispute_${dispute.status}`);
    else if (model.returned > 0n)
      expect(state).toBe(model.returned >= model.captured ? 'refunded' : 'partly_refunded');
    else if (authorization?.isApproved === false) expect(state).toBe('declined');
    else if (!authorization) expect(['force_posted', 'pending']).toContain(state);
    else if (model.captured === 0n)
      expect(state).toBe(
        authorization.status === 'pending'
          ? authorization.amount < model.approved
            ? 'partly_reversed'
            : 'pending'
          : authorization.status,
      );
    else if (authorization.status === 'pending' && model.captured <= authorization.amount)
      expect(state).toBe('partly_captured');
    else if (authorization.status === 'closed' && model.captured <= authorization.amount)
      expect(state).toBe('captured');
    else expect(['above_margin', 'captured', 'over_captured']).toContain(state);
  });
  fc.assert(property, RUNS);
});

it('charges approved amounts at the price of their approval, and an excess at that of the capture', () => {
  const property = fc.property(steps, (script) => {
    const model = play(script);
    fc.pre(!model.wasReversed);
    const { costs } = split(purchaseOf(model.facts()), model);
    let captured = 0n;
    let excess = 0n;
    for (const { type, amount, quote } of model.transactions.values()) {
      if (type !== 'capture') continue;
      const before = captured > model.approved ? captured : model.approved;
      captured -= amount;
      if (captured > before) excess += tokensToCharge(captured - before, quote);
    }
    if (captured >= model.approved) expect(costs).toBe(model.approvedTokens + excess);
    else {
      // Whole approvals cost their tokens, and the rest is within the next one.
      let [left, least] = [captured, 0n];
      for (const { amount, quote, position } of model.approvals) {
        const isDeclined = position !== null && model.authorization?.requests[position]?.isApproved === false;
        if (isDeclined) continue;
        if (left < amount) {
          const part = (tokensToCharge(amount, quote) * left) / amount;
          expect(costs - least - part).toBeGreaterThanOrEqual(0n);
          expect(costs - least - part).toBeLessThanOrEqual(1n);
          break;
        }
        left -= amount;
        least += tokensToCharge(amount, quote);
      }
    }
  });
  fc.assert(property, RUNS);
});

it('charges, returns, and holds what the reference does, also after reversals', () => {
  const property = fc.property(steps, (script) => {
    const facts = play(script).facts();
    const { authorization, approvals } = facts;
    const secondOf = (time: Date) => time.getTime() / 1_000;
    const quoteFor = ({ quote: { price, marginBps } }: { quote: { price: bigint; marginBps: number } }) => ({
      ...{ price, marginBps: BigInt(marginBps) },
    });
    const movements: Movement[] = [
      ...facts.transactions,
      ...facts.disputes.filter(({ status }) => status === 'won'),
    ].map((one) => ({
      ...{ id: one.id, at: secondOf(one.createdAt), cents: Number(one.amount), ...quoteFor(one) },
      isCapture: 'type' in one && one.type === 'capture' && one.amount < 0n,
    }));
    const expected = costOf({
      status: authorization?.status ?? 'none',
      isApproved: authorization?.isApproved ?? false,
      cents: Number(authorization?.amount ?? 0n),
      approvals: approvals
        .filter(({ position }) => position === null || authorization?.requests[position]?.isApproved)
        .map((one) => ({
          ...{ id: one.eventId, at: secondOf(one.approvedAt), cents: Number(one.amount) },
          ...quoteFor(one),
        })),
      movements,
    });
    const { captures, debits, credits, hold } = purchaseOf(facts);
    expect({ paid: sum(captures) + sum(debits) - sum(credits), held: hold }).toEqual(expected);
  });
  fc.assert(property, RUNS);
});

it('neither makes nor loses a base unit on a contract that accepts every item', () => {
  const property = fc.property(steps, (script) => {
    const model = play(script);
    const purchase = purchaseOf(model.facts());
    const { costs, takenBack } = split(purchase, model);
    const hasHold = model.authorization?.isApproved && /pending|closed/.test(model.authorization.status);
    fc.pre(!model.wasReversed);
    let held = hasHold ? model.approvedTokens : 0n;
    let [balance, settled] = [BALANCE, 0n];
    for (const { tokens } of purchase.captures) {
      expect(tokens).toBeLessThanOrEqual(held + (held * 2_000n) / 10_000n);
      [balance, settled] = [balance - tokens, settled + tokens];
      held = tokens > held ? 0n : held - tokens;
    }
    if (model.authorization?.status === 'pending') expect(purchase.hold).toBe(held);
    else expect(purchase.hold).toBe(0n);
    for (const { tokens } of purchase.debits) [balance, settled] = [balance - tokens, settled + tokens];
    for (const { tokens } of purchase.credits) [balance, settled] = [balance + tokens, settled - tokens];
    expect(balance + settled).toBe(BALANCE);
    expect(settled).toBe(costs + takenBack - sum(purchase.credits));
    // What was returned in full costs nothing in the end, whatever happened to the price.
    if (model.returned === model.captured) expect(settled).toBe(0n);
    const ids = [...purchase.captures, ...purchase.credits].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(purchase.debits.map(({ id }) => id)).size).toBe(purchase.debits.length);
  });
  fc.assert(property, RUNS);
});

it('never takes more for the refused items than they are', () => {
  const property = fc.property(steps, fc.integer({ min: 0, max: 1 << 12 }), (script, mask) => {
    const facts = play(script).facts();
    const refused = new Set(facts.transactions.map(({ id }) => id).filter((_, index) => (mask >> index) & 1));
    const { owed, debits, hold, captures, credits } = purchaseOf({ ...facts, refused });
    const all = purchaseOf(facts);
    expect({ hold, captures, debits, credits }).toEqual({
      hold: all.hold,
      captures: all.captures,
      debits: all.debits,
      credits: all.credits,
    });
    expect(owed.tokens).toBeGreaterThanOrEqual(0n);
    expect(owed.tokens).toBeLessThanOrEqual(sum(debits.filter(({ id }) => refused.has(id))));
    expect(all.owed).toEqual({ amount: 0n, tokens: 0n });
  });
  fc.assert(property, RUNS);
});
