/** @jest-environment node */
import { purchaseOf } from '@/lib/server/card/purchase';
import { laterSnapshot, type PurchaseFacts } from '@/lib/server/card/purchase-facts';
import { tokensToCharge, tokensToCredit } from '@/lib/server/card/quote';
import type { DisputeFacts } from '@/lib/server/issuer/facts';
import { approvalOf, at, authorizationOf, factsOf, quoteOf, transactionOf } from '@/tests/support/card-facts';

const requests = (...decisions: [amount: number, isApproved: boolean, reason?: string][]) =>
  decisions.map(([amount, isApproved, reason = 'webhook_approved'], index) => ({
    amount: BigInt(amount),
    isApproved,
    reason,
    createdAt: at(index),
  }));

/** 100.00 USD with 1.5% at a price of 1. */
const TOKENS = 101_500_000n;
const approvals = [approvalOf(0, 10_000)];
const none = { hold: 0n, captures: [], debits: [], credits: [], owed: { amount: 0n, tokens: 0n } };

/** State with an approval of 100.00 and these facts. */
const purchase = (facts: Partial<PurchaseFacts>) => purchaseOf(factsOf({ approvals, ...facts }));

const dispute = (status: DisputeFacts['status'], amount = 10_000) => ({
  id: 'idp_1',
  transactionId: 'ipi_1',
  amount: BigInt(amount),
  currency: 'usd',
  status,
  createdAt: at(500),
  quote: quoteOf(1_000),
});

describe('token amounts', () => {
  it('rounds payments up with their margin, and credits down without one', () => {
    expect(tokensToCharge(1n, quoteOf(3_000, 0))).toBe(3_334n);
    expect(tokensToCredit(1n, quoteOf(3_000, 150))).toBe(3_333n);
    expect(tokensToCharge(10_000n, quoteOf(1_000))).toBe(TOKENS);
    expect(tokensToCharge(0n, quoteOf(1_000))).toBe(0n);
  });

  it('rejects a price of 0', () => {
    expect(() => tokensToCharge(1n, quoteOf(0))).toThrow(RangeError);
  });
});

describe('authorizations', () => {
  it('holds an approval before the issuer has confirmed it', () => {
    expect(purchase({})).toMatchObject({ state: 'pending', hold: TOKENS, isIncomplete: true });
  });

  it('holds nothing if the issuer has declined after all', () => {
    const authorization = authorizationOf('closed', 10_000, {
      isApproved: false,
      requests: requests([10_000, false, 'webhook_timeout']),
    });
    expect(purchase({ authorization })).toMatchObject({ ...none, state: 'declined', authorized: 0n });
  });

  it('holds the total of a pending one, which can shrink', () => {
    expect(purchase({ authorization: authorizationOf('pending', 10_000) })).toMatchObject({
      state: 'pending',
      hold: TOKENS,
      isIncomplete: false,
    });
    const authorization = authorizationOf('pending', 4_000);
    expect(purchase({ authorization })).toMatchObject({ state: 'partly_reversed', hold: 40_600_000n });
  });

  it('adds increments at the price of their own approval, without those that the issuer declined', () => {
    const authorization = authorizationOf('pending', 15_000, {
      requests: requests([10_000, true], [7_000, false, 'webhook_timeout'], [5_000, true]),
    });
    const increments = [approvalOf(2, 5_000, 2_000), approvalOf(0, 10_000), approvalOf(1, 7_000, 500)];
    expect(purchase({ authorization, approvals: increments }).hold).toBe(TOKENS + 25_375_000n);
    const before = { ...authorization, amount: 10_000n, requests: authorization.requests.slice(0, 2) };
    // The last one isn't decided yet.
    expect(purchase({ authorization: before, approvals: increments })).toMatchObject({
      hold: TOKENS + 25_375_000n,
      isIncomplete: true,
    });
  });

  it('names the amount that the issuer approved without a request, until it is recorded', () => {
    const authorization = authorizationOf('pending', 13_000, {
      requests: requests([10_000, true], [3_000, true, 'network_fallback']),
    });
    expect(purchase({ authorization })).toMatchObject({ hold: TOKENS, unpriced: 3_000n });
    const recorded = { ...approvalOf(1, 3_000), eventId: 'own_1', position: null };
    expect(purchase({ authorization, approvals: [...approvals, recorded] })).toMatchObject({
      hold: 131_950_000n,
      unpriced: 0n,
    });
  });

  it('accepts card checks of 0', () => {
    const facts = { approvals: [approvalOf(0, 0)], authorization: authorizationOf('pending', 0) };
    expect(purchase(facts)).toMatchObject({ ...none, state: 'pending' });
  });

  it.each(['expired', 'reversed'] as const)('releases an authorization that is %s', (status) => {
    const amount = status === 'expired' ? 10_000 : 0;
    expect(purchase({ authorization: authorizationOf(status, amount) })).toMatchObject({
      ...none,
      state: status,
    });
  });
});

describe('captures', () => {
  it.each([
    [6_000, 'captured', 60_900_000n],
    [10_000, 'captured', TOKENS],
    // 20.00 more at a price of 2.
    [12_000, 'over_captured', TOKENS + 10_150_000n],
  ])('captures %i from the hold, and releases the rest', (amount, state, tokens) => {
    const capture = transactionOf('ipi_1', -amount, { price: 2_000 });
    const authorization = authorizationOf('closed', 10_000, { transactions: [capture] });
    expect(purchase({ authorization, transactions: [capture] })).toMatchObject({
      ...none,
      state,
      captures: [{ id: 'ipi_1', amount: BigInt(amount), tokens }],
    });
  });

  it('keeps the rest held while the authorization stays open', () => {
    const capture = transactionOf('ipi_1', -6_000);
    const authorization = authorizationOf('pending', 10_000, { transactions: [capture] });
    expect(purchase({ authorization, transactions: [capture] })).toMatchObject({
      state: 'partly_captured',
      hold: 40_600_000n,
    });
  });

  it('keeps the hold of a closed authorization whose captures are not known yet', () => {
    const authorization = authorizationOf('closed', 10_000, {
      transactions: [transactionOf('ipi_1', -10_000)],
    });
    expect(purchase({ authorization })).toMatchObject({ hold: TOKENS, isIncomplete: true });
  });

  it('debits what exceeds the margin, and owes it if the contract refuses', () => {
    const capture = transactionOf('ipi_1', -15_000);
    const authorization = authorizationOf('closed', 10_000, { transactions: [capture] });
    const facts = { authorization, transactions: [capture] };
    // 101.5 tokens with 20% are 121.8 of 152.25.
    const debit = { id: 'ipi_1', amount: 3_000n, tokens: 30_450_000n };
    const captures = [{ id: 'ipi_1', amount: 12_000n, tokens: 121_800_000n }];
    expect(purchase(facts)).toMatchObject({ ...none, state: 'above_margin', captures, debits: [debit] });
    expect(purchase({ ...facts, refused: new Set(['ipi_1']) }).owed).toEqual({
      amount: 3_000n,
      tokens: 30_450_000n,
    });
  });

  it('keeps the price of an excess when an increment follows it', () => {
    const first = transactionOf('ipi_1', -12_000, { price: 2_000, createdAt: at(50) });
    const later = transactionOf('ipi_2', -5_000, { price: 9_000, createdAt: at(200) });
    const increment = { ...approvalOf(1, 5_000, 4_000), approvedAt: at(100) };
    const authorization = authorizationOf('pending', 15_000, {
      requests: requests([10_000, true], [5_000, true]),
      transactions: [first],
    });
    const facts = { authorization, approvals: [...approvals, increment], transactions: [first] };
    const excess = { id: 'ipi_1', amount: 12_000n, tokens: TOKENS + 10_150_000n };
    // 50.00 at a price of 4.
    expect(purchase(facts)).toMatchObject({ hold: 12_687_500n, captures: [excess] });
    expect(purchase({ ...facts, transactions: [later, first] })).toMatchObject({
      hold: 0n,
      captures: [excess, { id: 'ipi_2', amount: 5_000n, tokens: 12_687_500n }],
      debits: [],
    });
  });

  it('debits a late capture without a hold, at the approved price', () => {
    const capture = transactionOf('ipi_1', -10_000, { price: 500 });
    const authorization = authorizationOf('expired', 10_000, { transactions: [capture] });
    expect(purchase({ authorization, transactions: [capture] })).toMatchObject({
      ...none,
      state: 'captured',
      debits: [{ id: 'ipi_1', amount: 10_000n, tokens: TOKENS }],
    });
  });

  it('debits a force-posted capture at its own price', () => {
    const transactions = [transactionOf('ipi_1', -1_000, { authorizationId: null, price: 2_000 })];
    expect(purchaseOf(factsOf({ transactions }))).toMatchObject({
      ...none,
      state: 'force_posted',
      debits: [{ id: 'ipi_1', amount: 1_000n, tokens: 5_075_000n }],
      isIncomplete: false,
    });
  });
});

describe('refunds and disputes', () => {
  const capture = transactionOf('ipi_1', -10_000);
  const captured = (...more: PurchaseFacts['transactions']) => {
    const transactions = [capture, ...more];
    return { authorization: authorizationOf('closed', 10_000, { transactions }), transactions };
  };

  it('credits what the purchase has cost, and every base unit of a full refund', () => {
    const first = transactionOf('ipi_2', 3_333, { price: 9_000, createdAt: at(200) });
    const second = transactionOf('ipi_3', 6_667, { price: 9_000, createdAt: at(300) });
    expect(purchase(captured(first))).toMatchObject({
      state: 'partly_refunded',
      credits: [{ id: 'ipi_2', tokens: 33_829_950n }],
    });
    const { state, credits } = purchase(captured(second, first));
    expect(state).toBe('refunded');
    expect(credits.reduce((sum, { tokens }) => sum + tokens, 0n)).toBe(TOKENS);
  });

  it('credits the part of a wrongly linked refund that exceeds the purchase at its own price', () => {
    const refund = transactionOf('ipi_2', 12_000, { price: 2_000, createdAt: at(200) });
    expect(purchase(captured(refund)).credits).toEqual([
      { id: 'ipi_2', amount: 12_000n, tokens: TOKENS + 10_000_000n },
    ]);
  });

  it('credits an unlinked refund', () => {
    const transactions = [transactionOf('ipi_2', 1_000, { authorizationId: null })];
    expect(purchaseOf(factsOf({ transactions }))).toMatchObject({
      ...none,
      state: 'refunded',
      credits: [{ id: 'ipi_2', amount: 1_000n, tokens: 10_000_000n }],
    });
  });

  it('debits a refund that was taken back exactly, whatever the price then', () => {
    const refund = transactionOf('ipi_2', 12_000, { price: 2_000, createdAt: at(200) });
    const reversal = transactionOf('ipi_3', -12_000, { type: 'refund', price: 7_000, createdAt: at(300) });
    const { state, credits, debits } = purchase(captured(reversal, refund));
    expect(state).toBe('captured');
    expect(debits).toEqual([{ id: 'ipi_3', amount: 12_000n, tokens: credits[0]?.tokens }]);
  });

  it('sets off a refused credit against what is owed', () => {
    const transactions = [
      transactionOf('ipi_1', -1_000, { authorizationId: null }),
      transactionOf('ipi_2', 400, { authorizationId: null, createdAt: at(200) }),
    ];
    const { owed } = purchaseOf(factsOf({ transactions, refused: new Set(['ipi_1', 'ipi_2']) }));
    expect(owed).toEqual({ amount: 600n, tokens: 6_090_000n });
  });

  it.each([
    ['unsubmitted', 'captured', 0],
    ['submitted', 'disputed', 0],
    ['won', 'dispute_won', 1],
    ['lost', 'dispute_lost', 0],
    ['expired', 'captured', 0],
  ] as const)('handles a dispute that is %s', (status, state, count) => {
    const result = purchase({ ...captured(), disputes: [dispute(status)] });
    expect(result.state).toBe(state);
    expect(result.credits).toEqual(count === 1 ? [{ id: 'idp_1', amount: 10_000n, tokens: TOKENS }] : []);
  });
});

describe('snapshots', () => {
  const pending = authorizationOf('pending', 10_000);
  const captured = authorizationOf('pending', 10_000, { transactions: [transactionOf('ipi_1', -1)] });
  const incremented = { ...pending, requests: requests([10_000, true], [1, true]) };
  const closed = { ...captured, status: 'closed' as const };

  it.each([
    [pending, captured],
    [pending, incremented],
    [captured, closed],
    [pending, closed],
  ])('prefers the one with more requests or transactions, then the final one', (earlier, later) => {
    expect(laterSnapshot(earlier, later)).toBe(later);
    expect(laterSnapshot(later, earlier)).toBe(later);
  });

  it('returns null if two contradict each other', () => {
    expect(laterSnapshot(pending, { ...pending, amount: 9_000n })).toBeNull();
    expect(laterSnapshot(captured, incremented)).toBeNull();
    expect(laterSnapshot(pending, { ...pending })).toBe(pending);
  });
});
