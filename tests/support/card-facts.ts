import type { Approval, PricedTransaction, PurchaseFacts } from '@/lib/server/card/purchase-facts';
import type { Quote } from '@/lib/server/card/quote';
import type { AuthorizationFacts, CardFacts, DisputeFacts, HolderFacts } from '@/lib/server/issuer/facts';

const merchant = { id: '1', name: 'Cafe', category: 'eating_places_restaurants', city: null, country: 'US' };

/** Returns the time `second` seconds after the start of a purchase. */
export const at = (second: number) => new Date(Date.UTC(2026, 10, 29) + second * 1000);

/** Price of a token with 6 digits, in thousandths of a dollar. */
export const quoteOf = (thousandths: number, marginBps = 150): Quote => ({
  price: BigInt(thousandths) * 10n ** 15n,
  marginBps,
  tokenDecimals: 6,
  currencyDecimals: 2,
});

export const approvalOf = (position: number, amount: number, price = 1_000): Approval => ({
  eventId: `evt_${position}`,
  position,
  amount: BigInt(amount),
  quote: quoteOf(price),
  approvedAt: at(position),
});

export const transactionOf = (
  id: string,
  amount: number,
  { price = 1_000, ...changes }: Partial<PricedTransaction> & { price?: number } = {},
): PricedTransaction => ({
  id,
  authorizationId: 'iauth_1',
  cardId: 'ic_1',
  type: amount < 0 ? 'capture' : 'refund',
  amount: BigInt(amount),
  currency: 'usd',
  merchantAmount: BigInt(amount),
  merchantCurrency: 'usd',
  merchant,
  createdAt: at(100),
  quote: quoteOf(price),
  ...changes,
});

export const authorizationOf = (
  status: AuthorizationFacts['status'],
  amount: number,
  changes: Partial<AuthorizationFacts> = {},
): AuthorizationFacts => ({
  id: 'iauth_1',
  cardId: 'ic_1',
  status,
  isApproved: true,
  amount: BigInt(amount),
  currency: 'usd',
  merchantAmount: BigInt(amount),
  merchantCurrency: 'usd',
  merchant,
  createdAt: at(0),
  requests: [{ amount: BigInt(amount), isApproved: true, reason: 'webhook_approved', createdAt: at(0) }],
  transactions: [],
  ...changes,
});

export const factsOf = (facts: Partial<PurchaseFacts>): PurchaseFacts => ({
  approvals: [],
  authorization: null,
  transactions: [],
  disputes: [],
  refused: new Set(),
  overCaptureBps: 2_000,
  ...facts,
});

export const disputeOf = (transactionId: string, amount: number): DisputeFacts => ({
  id: 'idp_new',
  transactionId,
  amount: BigInt(amount),
  currency: 'usd',
  status: 'submitted',
  createdAt: at(200),
});

/** Returns an issuer with an authorization, a frozen card, and a blocked holder, that lists nothing. */
export const reportingIssuer = (authorization: AuthorizationFacts) => ({
  readAuthorization: async () => authorization,
  readCard: async (id: string): Promise<CardFacts> => ({
    ...{ id, holderId: 'ich_1', lastFour: '4242', type: 'virtual', status: 'inactive', currency: 'usd' },
    ...{ expiryMonth: 1, expiryYear: 2030, shipping: null, createdAt: at(0) },
  }),
  readHolder: async (id: string): Promise<HolderFacts> => ({ id, status: 'blocked', country: 'US' }),
  async *listSince(): AsyncGenerator<never> {},
});
