import { type Address, isAddressEqual } from 'viem';
import { sum } from '@/lib/evm/bigint';
import { isSince, type RequestStart } from './incoming-marks';
import { type IncomingPayment, lastingId, type SeenPayments } from './incoming-payment';

/** What became of a payment request. Each kind has a title under `wallet.pay.outcome.title`. */
export type PaymentOutcome = {
  kind: 'waiting' | 'paid' | 'part' | 'other' | 'removed';
  /** Amounts in the token's base units. */
  received: bigint;
  missing: bigint;
  extra: bigint;
  /** Payments in the requested token, and in others. */
  counted: readonly IncomingPayment[];
  others: readonly IncomingPayment[];
  /** Payments that a reorganization removed. */
  removed: readonly IncomingPayment[];
};

/**
 * Returns what became of a request for an amount of a token, which several payments can add up to. A null amount is paid
 * by any payment. What the account's own transactions paid it doesn't count, nor payments before its start.
 */
export function paymentOutcome(
  { token, amount }: { token: Address; amount: bigint | null },
  { payments, removed }: SeenPayments,
  start: RequestStart,
): PaymentOutcome {
  const isRequested = (payment: IncomingPayment) => isAddressEqual(payment.token, token);
  const all = payments.filter((payment) => !payment.isOwn && isSince(start, payment));
  const counted = all.filter(isRequested);
  const others = all.filter((payment) => !isRequested(payment));
  const gone = removed.filter((payment) => !payment.isOwn && isSince(start, payment, true));
  const received = sum(counted.map((payment) => payment.amount));
  const wanted = amount ?? 1n;
  const isPaid = received >= wanted;
  const kindOf = (): PaymentOutcome['kind'] => {
    if (isPaid) return 'paid';
    if (gone.length > 0) return 'removed';
    if (received > 0n) return 'part';
    return others.length > 0 ? 'other' : 'waiting';
  };
  return {
    kind: kindOf(),
    received,
    missing: isPaid || amount === null ? 0n : amount - received,
    extra: isPaid && amount !== null ? received - amount : 0n,
    ...{ counted, others, removed: gone },
  };
}

/** Returns a text that changes with everything that an outcome shows. */
export const outcomeKey = ({ kind, missing, extra, counted, others, removed }: PaymentOutcome): string =>
  [kind, missing, extra, ...[counted, others, removed].map((list) => list.map(lastingId).join())].join(' ');
