import 'server-only';
import type {
  ApprovalRequest,
  AuthorizationFacts,
  CardFacts,
  CardTransactionFacts,
  DisputeFacts,
  HolderFacts,
} from './facts';

/** A person who gets a card. Goes to the issuer only. */
export interface NewHolder {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  birth: { day: number; month: number; year: number };
  address: PostalAddress;
  /** When the person accepted the issuer's terms, and from which IP address. */
  termsAcceptedAt: Date;
  termsIp: string;
}

export interface PostalAddress {
  line1: string;
  line2?: string;
  city: string;
  state?: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Limits in the minor unit of the card's currency. Both are required: issuers have defaults for cards without limits. */
export interface SpendingLimits {
  perDay: bigint;
  perMonth: bigint;
}

/** Why a card is replaced. */
type ReplacementReason = 'damaged' | 'expired' | 'lost' | 'stolen';

interface CommonCard {
  holderId: string;
  currency: 'eur' | 'gbp' | 'usd';
  limits: SpendingLimits;
  replaces?: { cardId: string; reason: ReplacementReason };
}

export type NewCard =
  | (CommonCard & { type: 'virtual' })
  | (CommonCard & { type: 'physical'; shipping: { name: string; address: PostalAddress } });

type Product = 'merchandise' | 'service';
type Cancellation = { canceledAt: Date; cancellationReason: string };

/** Why a purchase is disputed, with what the card networks require for each reason. */
export type DisputeEvidence = { explanation: string } & (
  | { reason: 'fraudulent' | 'no_valid_authorization' }
  | { reason: 'duplicate'; originalTransactionId: string }
  | { reason: 'not_received'; expectedAt: Date; product: Product }
  | ({ reason: 'canceled'; expectedAt: Date; product: Product } & Cancellation)
  | {
      reason: 'merchandise_not_as_described';
      receivedAt: Date;
      returnStatus: 'merchant_rejected' | 'successful';
    }
  | ({ reason: 'service_not_as_described'; receivedAt: Date } & Cancellation)
  | { reason: 'other'; product: Product; productDescription: string }
);

export interface NewDispute {
  transactionId: string;
  /** Disputed part in minor units, or all of the transaction. */
  amount?: bigint;
  evidence: DisputeEvidence;
}

/** Endpoints for webhooks. Each has its own signing secrets. */
export type WebhookEndpoint = 'decision' | 'events';

/** A webhook whose signature is valid. Its content is checked by `readDecision` and `readEvent`. */
export interface VerifiedWebhook {
  eventId: string;
  type: string;
  createdAt: Date;
  object: unknown;
}

/** What an event is about. `other` doesn't matter to the card. */
export type IssuerEvent =
  | { kind: 'authorization'; authorization: AuthorizationFacts }
  | { kind: 'card'; card: CardFacts }
  | { kind: 'dispute'; dispute: DisputeFacts }
  | { kind: 'holder'; holder: HolderFacts }
  | { kind: 'other' }
  | { kind: 'transaction'; transaction: CardTransactionFacts };

/** `amount` is the approved part in minor units, or all. */
export type Decision =
  | { isApproved: false; metadata?: Record<string, string> }
  | { isApproved: true; amount?: bigint; metadata?: Record<string, string> };

/** What to answer to a request for a decision. */
export interface DecisionReply {
  status: 200;
  headers: Record<string, string>;
  body: string;
}

export interface Listed {
  authorizations: AuthorizationFacts;
  disputes: DisputeFacts;
  transactions: CardTransactionFacts;
}

/**
 * A card issuer. `key` is the caller's idempotency key: the same key is the same request, also when the user repeats it. What sets a
 * value has none, because repeating it changes nothing, and the issuer would repeat its failure for a day.
 * Requests reject with `IssuerRequestError`, and with `IssuerDataError` if an answer is invalid. Nothing here reads the
 * number, CVC, or PIN of a card.
 */
export interface Issuer {
  createHolder(holder: NewHolder, key: string): Promise<HolderFacts>;
  /**
   * Creates a card. Virtual cards are active at once, physical ones and those that replace another once they are activated. Lost and
   * stolen cards must be canceled before they are replaced.
   */
  createCard(card: NewCard, key: string): Promise<CardFacts>;
  setStatus(cardId: string, status: CardFacts['status']): Promise<CardFacts>;
  /** Cancels a card, which can't be undone. */
  cancel(cardId: string, reason: 'lost' | 'stolen' | null): Promise<CardFacts>;
  setLimits(cardId: string, limits: SpendingLimits): Promise<CardFacts>;
  /** Sets the PIN of a physical card. `encryptedPin` is a JWE that only the issuer can decrypt. */
  setPin(cardId: string, encryptedPin: string, key: string): Promise<CardFacts>;
  /**
   * Exchanges a nonce of the issuer's script for a secret with which that script can show the card's number.
   * `version` is the API version of the script.
   */
  revealKey(cardId: string, nonce: string, version: string): Promise<{ secret: string; expiresAt: Date }>;
  /** Request header with a webhook's signature. */
  readonly signatureHeader: string;
  /** Checks a webhook's signature over its bytes as received. @throws IssuerSignatureError if it is invalid. */
  verify(endpoint: WebhookEndpoint, raw: Uint8Array, header: string | null): VerifiedWebhook;
  /** Returns what must be decided. @throws IssuerDataError if it isn't a valid request for a decision. */
  readDecision(webhook: VerifiedWebhook): ApprovalRequest;
  /** Returns the answer for a decision. @throws RangeError if a part is approved that can't be. */
  writeDecision(request: ApprovalRequest, decision: Decision): DecisionReply;
  /** @throws IssuerDataError if the object of an event that matters is invalid. */
  readEvent(webhook: VerifiedWebhook): IssuerEvent;
  readAuthorization(id: string): Promise<AuthorizationFacts>;
  readCard(id: string): Promise<CardFacts>;
  readHolder(id: string): Promise<HolderFacts>;
  /** Lists what was created at `since` or later, newest first. */
  listSince<Kind extends keyof Listed>(kind: Kind, since: Date): AsyncIterable<Listed[Kind]>;
  openDispute(dispute: NewDispute, key: string): Promise<DisputeFacts>;
  /** Submits a dispute, which can't be changed afterwards. */
  submitDispute(disputeId: string, key: string): Promise<DisputeFacts>;
}
