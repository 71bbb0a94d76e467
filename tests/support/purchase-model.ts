import fc from 'fast-check';
import type {
  Approval,
  PricedDispute,
  PricedTransaction,
  PurchaseFacts,
} from '@/lib/server/card/purchase-facts';
import { type Quote, tokensToCharge } from '@/lib/server/card/quote';
import type { AuthorizationFacts } from '@/lib/server/issuer/facts';
import { at, authorizationOf, factsOf, quoteOf, transactionOf } from './card-facts';

/** What can happen to a purchase. Amounts are in minor units; what isn't possible is left out. */
export type Step =
  | { do: 'approve'; amount: number; outcome: 'approved' | 'declined' | 'network' }
  | { do: 'capture'; percent: number; closes: boolean }
  | { do: 'dispute'; status: PricedDispute['status'] }
  | { do: 'expire' }
  | { do: 'price'; price: number }
  | { do: 'refund'; percent: number }
  | { do: 'reverse'; percent: number }
  | { do: 'reverse_refund' }
  | { do: 'wrong_refund'; amount: number };

const amount = fc.integer({ min: 1, max: 50_000 });
const percent = fc.integer({ min: 1, max: 100 });

export const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('approve' as const),
        amount,
        outcome: fc.constantFrom('approved', 'approved', 'approved', 'declined', 'network'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('capture' as const),
        percent: fc.integer({ min: 1, max: 160 }),
        closes: fc.boolean(),
      }),
    },
    fc.record({
      do: fc.constant('dispute' as const),
      status: fc.constantFrom('expired', 'lost', 'submitted', 'unsubmitted', 'won'),
    }),
    fc.record({ do: fc.constant('expire' as const) }),
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('price' as const),
        price: fc.integer({ min: 1, max: 100_000 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), percent }) },
    fc.record({ do: fc.constant('reverse' as const), percent }),
    fc.record({ do: fc.constant('reverse_refund' as const) }),
    fc.record({ do: fc.constant('wrong_refund' as const), amount }),
  ) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 12 },
);

/** An event as it was sent. */
export type ModelEvent =
  | { approval: Approval }
  | { dispute: PricedDispute }
  | { snapshot: AuthorizationFacts }
  | { transaction: PricedTransaction };

/** What an issuer, with a merchant and price, does with a purchase. The reference for the server's state. */
export class PurchaseModel {
  readonly events: ModelEvent[] = [];
  readonly approvals: Approval[] = [];
  readonly transactions = new Map<string, PricedTransaction>();
  readonly disputes = new Map<string, PricedDispute>();
  authorization: AuthorizationFacts | null = null;
  /** Tokens of the approvals that count, and their amount. */
  approvedTokens = 0n;
  approved = 0n;
  wasReversed = false;
  #quote: Quote = quoteOf(1_000);
  #second = 0;

  get captured(): bigint {
    return this.#sum(({ type }) => type === 'capture') * -1n;
  }

  get returned(): bigint {
    const won = [...this.disputes.values()].filter(({ status }) => status === 'won');
    return won.reduce(
      (sum, dispute) => sum + dispute.amount,
      this.#sum(({ type }) => type === 'refund'),
    );
  }

  /** All facts, as if they had been read from the issuer. */
  facts(): PurchaseFacts {
    return factsOf({
      approvals: this.approvals,
      authorization: this.authorization,
      transactions: [...this.transactions.values()],
      disputes: [...this.disputes.values()],
    });
  }

  run(step: Step): void {
    this.#second += 1;
    switch (step.do) {
      case 'price':
        this.#quote = quoteOf(step.price);
        return;
      case 'approve':
        this.#approve(step);
        return;
      case 'capture':
        this.#capture(step);
        return;
      case 'reverse':
        this.#reverse(step.percent);
        return;
      case 'expire':
        this.#expire();
        return;
      case 'refund': {
        const left = this.captured - this.returned;
        if (left > 0n) this.#transact('refund', (left * BigInt(step.percent) + 99n) / 100n);
        return;
      }
      case 'wrong_refund':
        this.#transact('refund', BigInt(step.amount));
        return;
      case 'reverse_refund': {
        const refund = [...this.transactions.values()].findLast(
          ({ type, amount }) => type === 'refund' && amount > 0n,
        );
        const isLeft = this.#sum(({ type }) => type === 'refund') >= (refund?.amount ?? 0n);
        if (refund && isLeft) this.#transact('refund', -refund.amount);
        return;
      }
      case 'dispute':
        this.#dispute(step.status);
        return;
    }
  }

  #sum(matches: (transaction: PricedTransaction) => boolean): bigint {
    return [...this.transactions.values()].filter(matches).reduce((sum, { amount }) => sum + amount, 0n);
  }

  #change(changes: Partial<AuthorizationFacts>): void {
    if (!this.authorization) return;
    this.authorization = { ...this.authorization, ...changes, transactions: [...this.transactions.values()] };
    this.events.push({ snapshot: this.authorization });
  }

  #approve({ amount, outcome }: Extract<Step, { do: 'approve' }>): void {
    const before = this.authorization;
    if (before && (!before.isApproved || before.status !== 'pending')) return;
    // The reference doesn't follow an increment after more was captured than authorized.
    if (before && this.captured > before.amount) return;
    if (!before && this.transactions.size > 0) return;
    const isApproved = outcome !== 'declined';
    const position = before?.requests.length ?? 0;
    const approval: Approval = {
      eventId: outcome === 'network' ? `own_${position}` : `evt_${position}`,
      position: outcome === 'network' ? null : position,
      amount: BigInt(amount),
      quote: this.#quote,
      approvedAt: at(this.#second),
    };
    this.approvals.push(approval);
    this.events.push({ approval });
    const request = { amount: BigInt(amount), isApproved, reason: outcome, createdAt: at(this.#second) };
    if (isApproved) {
      this.approved += BigInt(amount);
      this.approvedTokens += tokensToCharge(BigInt(amount), this.#quote);
    }
    this.authorization = before ?? authorizationOf('pending', 0, { requests: [], isApproved });
    this.#change({
      requests: [...this.authorization.requests, request],
      amount: this.authorization.amount + (isApproved || !before ? BigInt(amount) : 0n),
      status: before || isApproved ? 'pending' : 'closed',
    });
  }

  #transact(type: 'capture' | 'refund', signed: bigint): void {
    // Without an authorization, each transaction is a purchase of its own.
    if (!this.authorization && this.transactions.size > 0) return;
    const id = `ipi_${this.transactions.size}`;
    const authorizationId = this.authorization ? 'iauth_1' : null;
    const transaction = {
      ...transactionOf(id, Number(signed), { type, authorizationId }),
      quote: this.#quote,
      createdAt: at(this.#second),
    };
    this.transactions.set(id, transaction);
    this.events.push({ transaction });
    this.#change({});
  }

  #capture({ percent, closes }: Extract<Step, { do: 'capture' }>): void {
    const { authorization } = this;
    if (!authorization) {
      this.#transact('capture', -BigInt(percent));
      return;
    }
    if (!authorization.isApproved || authorization.status === 'reversed' || authorization.amount === 0n)
      return;
    this.#transact('capture', -((authorization.amount * BigInt(percent) + 99n) / 100n));
    if (closes && authorization.status === 'pending') this.#change({ status: 'closed' });
  }

  #reverse(percent: number): void {
    const { authorization } = this;
    if (authorization?.status !== 'pending' || !authorization.isApproved) return;
    const left = authorization.amount - this.captured;
    if (left <= 0n) return;
    this.wasReversed = true;
    const reversed = (left * BigInt(percent) + 99n) / 100n;
    const status = this.captured === 0n ? ('reversed' as const) : ('closed' as const);
    this.#change({ amount: authorization.amount - reversed, ...(reversed === left ? { status } : {}) });
  }

  #expire(): void {
    const { authorization } = this;
    if (authorization?.status !== 'pending' || !authorization.isApproved) return;
    const left = authorization.amount - this.captured;
    this.#change({ status: 'expired', amount: left > 0n ? left : 0n });
  }

  #dispute(status: PricedDispute['status']): void {
    const capture = [...this.transactions.values()].find(({ type }) => type === 'capture');
    if (!capture || this.disputes.has('idp_1')) return;
    const open = {
      id: 'idp_1',
      transactionId: capture.id,
      amount: -capture.amount,
      currency: 'usd',
      createdAt: at(this.#second),
      quote: this.#quote,
    };
    for (const each of ['unsubmitted', 'submitted', status] as const) {
      const dispute = { ...open, status: each };
      this.disputes.set(dispute.id, dispute);
      this.events.push({ dispute });
      if (each === status) break;
    }
  }
}
