import { type Address, isAddressEqual } from 'viem';
import { sum } from '@/lib/evm/bigint';
import { isSince, type RequestStart } from './incoming-marks';
import { type IncomingPayment, lastingId, type SeenPayments } from './incoming-payment';

/** What became of a payment request. Each kind has a title under `wallet.pay.outcome.title`. */
export type PaymentOutcome = {
  kind: 'waiting' | 'paid' | 'part' | 'other' | 'removed';
  /** Token of the amounts below: the requested one, or the one that paid a request for any amount. Null if several did. */
  token: Address | null;
  /** Amounts in the token's base units. */
  received: bigint;
  missing: bigint;
  extra: bigint;
  /** Payments that count, and others. */
  counted: readonly IncomingPayment[];
  others: readonly IncomingPayment[];
  /** Payments that a reorganization removed. */
  removed: readonly IncomingPayment[];
};

/**
 * Returns what became of a request for an amount of a token, which several payments can add up to. A null amount is paid
 * by any payment in any token, because the user may not have chosen the token. What the account's own transactions paid it doesn't count, nor payments before its start.
 */
export function paymentOutcome(
  { token, amount }: { token: Address; amount: bigint | null },
  { payments, removed }: SeenPayments,
  start: RequestStart,
): PaymentOutcome {
  const isRequested = (payment: IncomingPayment) => amount === null || isAddressEqual(payment.token, token);
  const all = payments.filter((payment) => !payment.isOwn && isSince(start, payment));
  const counted = all.filter(isRequested);
  const others = all.filter((payment) => !isRequested(payment));
  const gone = removed.filter((payment) => !payment.isOwn && isSince(start, payment, true));
  const paidIn = counted[0]?.token ?? token;
  const isOneToken = counted.every((payment) => isAddressEqual(payment.token, paidIn));
  const received = isOneToken ? sum(counted.map((payment) => payment.amount)) : 0n;
  const isPaid = amount === null ? counted.length > 0 : received >= amount;
  const kindOf = (): PaymentOutcome['kind'] => {
    if (isPaid) return 'paid';
    if (gone.length > 0) return 'removed';
    if (received > 0n) return 'part';
    return others.length > 0 ? 'other' : 'waiting';
  };
  return {
    kind: kindOf(),
    token: isOneToken ? paidIn : null,
    received,
    missing: isPaid || amount === null ? 0n : amount - received,
    extra: isPaid && amount !== null ? received - amount : 0n,
    ...{ counted, others, removed: gone },
  };
}

/** Returns a text that changes with everything that an outcome shows. */
export const outcomeKey = ({ kind, missing, extra, counted, others, removed }: PaymentOutcome): string =>
  [kind, missing, extra, ...[counted, others, removed].map((list) => list.map(lastingId).join())].join(' ');
