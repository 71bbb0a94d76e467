import 'server-only';

/** The merchant of a purchase. Texts come from the merchant's bank and can be wrong. */
export interface Merchant {
  /** Identifier that the card network assigned. */
  id: string;
  name: string | null;
  category: string;
  city: string | null;
  country: string | null;
}

/** A request to approve a purchase, or an increment of one. All amounts are in the minor unit of their currency. */
export interface ApprovalRequest {
  /** Identifies the request. Increments share the ID of the authorization. */
  eventId: string;
  authorizationId: string;
  cardId: string;
  /** How many requests for this authorization were decided before. Its place in `AuthorizationFacts.requests`. */
  position: number;
  /** Additional amount. 0 is a card check. */
  amount: bigint;
  currency: string;
  merchantAmount: bigint;
  merchantCurrency: string;
  merchant: Merchant;
  /** Whether a part of the amount can be approved. */
  isAmountControllable: boolean;
  createdAt: Date;
}

/** A decided request for an authorization. */
export interface DecidedRequest {
  amount: bigint;
  isApproved: boolean;
  /** The issuer's reason, such as `webhook_timeout`. */
  reason: string;
  createdAt: Date;
}

/** Captures have negative amounts, refunds positive ones, and refunds that were taken back negative ones. */
export interface CardTransactionFacts {
  id: string;
  /** Null for force-posted captures and unlinked refunds. Refunds can name the wrong authorization. */
  authorizationId: string | null;
  cardId: string;
  type: 'capture' | 'refund';
  /** Positive if it credits the card's account. */
  amount: bigint;
  currency: string;
  merchantAmount: bigint;
  merchantCurrency: string;
  merchant: Merchant;
  createdAt: Date;
}

/** An authorization at some time. */
export interface AuthorizationFacts {
  id: string;
  cardId: string;
  status: 'closed' | 'expired' | 'pending' | 'reversed';
  isApproved: boolean;
  /** Total amount that is authorized. If it is expired, what is left for a late capture. */
  amount: bigint;
  currency: string;
  merchantAmount: bigint;
  merchantCurrency: string;
  merchant: Merchant;
  createdAt: Date;
  /** All decided requests, oldest first. */
  requests: readonly DecidedRequest[];
  /** All transactions that name this authorization. */
  transactions: readonly CardTransactionFacts[];
}

export interface DisputeFacts {
  id: string;
  transactionId: string;
  /** Disputed amount, positive. */
  amount: bigint;
  currency: string;
  status: 'expired' | 'lost' | 'submitted' | 'unsubmitted' | 'won';
  createdAt: Date;
}

export interface CardFacts {
  id: string;
  holderId: string;
  lastFour: string;
  type: 'physical' | 'virtual';
  status: 'active' | 'canceled' | 'inactive';
  expiryMonth: number;
  expiryYear: number;
  currency: string;
  /** Of a physical card, or null. */
  shipping: 'delivered' | 'failure' | 'pending' | 'returned' | 'shipped' | null;
  createdAt: Date;
}

/** A cardholder. Name and address stay at the issuer. */
export interface HolderFacts {
  id: string;
  status: 'active' | 'blocked' | 'inactive';
  country: string;
}
