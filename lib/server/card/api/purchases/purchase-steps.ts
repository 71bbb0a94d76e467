import 'server-only';
import type { z } from 'zod';
import type { purchase } from '@/lib/api/schemas/card';
import { type DecisionReason, OFFSET } from '../../../db/card-decision-tables';
import type { PurchaseOperation, StoredPurchase } from '../../ledger/stored-purchase';
import type { Purchase } from '../../purchase';

type Step = z.input<typeof purchase>['steps'][number];
type TimedStep = Step & { order: number };
type Kind = Step['kind'];

const abs = (amount: bigint) => (amount < 0n ? -amount : amount);

function requestSteps({ requests, authorization }: StoredPurchase): Step[] {
  const isKnownDeclined = authorization?.isApproved === false;
  return requests.map((request) => {
    const isApproved = request.isApproved && request.releasedAt === null && !isKnownDeclined;
    return {
      kind: isApproved ? 'approved' : 'declined',
      at: request.createdAt.toISOString(),
      amount: String(isApproved ? request.approvedAmount : request.amount),
      tokens: request.reservedRaw > 0n ? String(request.reservedRaw) : null,
      txHash: null,
      reason: isApproved ? null : declineReason(request, authorization),
    };
  });
}

/** Reasons of the issuer, which declines without a request then, that mean the same as one of ours. */
const OWN_REASONS: ReadonlyMap<string, DecisionReason> = new Map([
  ['card_inactive', 'card_frozen'],
  ['card_canceled', 'card_closed'],
  ['cardholder_blocked', 'holder_blocked'],
  ['cardholder_inactive', 'holder_blocked'],
  ['webhook_error', 'unavailable'],
  ['webhook_timeout', 'unavailable'],
]);

/** Returns our reason of a declined request, or the issuer's if we weren't asked or had approved it. */
export function declineReason(
  request: StoredPurchase['requests'][number] | undefined,
  authorization: StoredPurchase['authorization'],
): string | null {
  if (request && !request.isApproved) return request.reason;
  const entries = authorization?.requests ?? [];
  const reason = entries.findLast(({ isApproved }) => !isApproved)?.reason ?? request?.reason ?? null;
  return (reason && OWN_REASONS.get(reason)) ?? reason;
}

const posted = ({ kind, state, reason, amount, txHash }: PurchaseOperation, as: Kind | null) =>
  as === null || state === 'canceled'
    ? []
    : [
        {
          ...{ kind: as, tokens: String(amount), txHash },
          reason: state === 'refused' && reason !== OFFSET ? (reason ?? kind) : null,
        },
      ];

/** Steps of the hold. The first one places it, later ones raise it. */
function holdSteps({ operations }: StoredPurchase): Step[] {
  let hasHold = false;
  return operations.flatMap((operation) => {
    const { kind, createdAt, state } = operation;
    const as = kind === 'hold' ? (hasHold ? 'raised' : 'held') : kind === 'release' ? 'released' : null;
    if (kind === 'hold' && state !== 'canceled') hasHold = true;
    return posted(operation, as).map((step) => ({ ...step, at: createdAt.toISOString(), amount: null }));
  });
}

/** Kinds of the steps for a posting, by what it is for. Corrections of an earlier posting have the same kind. */
const STEP_KINDS: Record<
  'capture' | 'refund' | 'dispute',
  Partial<Record<PurchaseOperation['kind'], Kind>>
> = {
  capture: { capture: 'captured', debit: 'debited', credit: 'refunded' },
  refund: { credit: 'refunded', debit: 'refundReversed' },
  dispute: { credit: 'disputeWon', debit: 'debited' },
};

/** A transaction or a dispute, whose postings are steps. `amount` is positive. */
type Cause = { id: string; as: keyof typeof STEP_KINDS; fallback: Kind; at: Date; amount: bigint };

function causesOf({ transactions, disputes }: StoredPurchase): Cause[] {
  return [
    ...transactions.map(({ id, kind: as, amount, createdAt: at }): Cause => {
      const refund = amount < 0n ? 'refundReversed' : 'refunded';
      return { id, as, at, fallback: as === 'capture' ? 'captured' : refund, amount: abs(amount) };
    }),
    ...disputes
      .filter(({ status }) => status === 'won')
      .map(
        ({ id, amount, createdAt: at }): Cause => ({ id, as: 'dispute', fallback: 'disputeWon', at, amount }),
      ),
  ];
}

/** Steps of captures, refunds, and won disputes: one per posting, or one without tokens if there is none. */
function causeSteps(stored: StoredPurchase, state: Purchase): Step[] {
  const parts = [...state.captures, ...state.debits, ...state.credits];
  return causesOf(stored).flatMap(({ id, as, fallback, at, amount }): Step[] => {
    const amountOf = ({ amount: tokens }: PurchaseOperation) =>
      parts.find((part) => part.id === id && part.tokens === tokens)?.amount.toString() ?? null;
    const steps = stored.operations
      .filter(({ reference }) => reference === id)
      .flatMap((operation) =>
        posted(operation, STEP_KINDS[as][operation.kind] ?? null).map((step) => ({
          ...step,
          at: at.toISOString(),
          amount: amountOf(operation),
        })),
      );
    if (steps.length > 0) return steps;
    const none = { tokens: null, txHash: null, reason: null };
    return [{ kind: fallback, at: at.toISOString(), amount: String(amount), ...none }];
  });
}

function disputeSteps({ disputes }: StoredPurchase): Step[] {
  return disputes.flatMap(({ status, amount, createdAt }) => {
    const step = {
      at: createdAt.toISOString(),
      amount: String(amount),
      tokens: null,
      txHash: null,
      reason: null,
    };
    if (status === 'unsubmitted') return [];
    const isLost = status === 'lost' || status === 'expired';
    return [
      { ...step, kind: 'disputed' as const },
      ...(isLost ? [{ ...step, kind: 'disputeLost' as const }] : []),
    ];
  });
}

/** Order of steps at the same time. The issuer's times are whole seconds. */
const ORDER: readonly Kind[] = [
  ...(['approved', 'declined', 'held', 'raised', 'captured', 'debited', 'released'] as const),
  ...(['refunded', 'refundReversed', 'disputed', 'disputeWon', 'disputeLost'] as const),
];

/** Returns the steps of a purchase, oldest first. */
export function stepsOf(stored: StoredPurchase, state: Purchase): Step[] {
  const all: TimedStep[] = [
    ...requestSteps(stored),
    ...holdSteps(stored),
    ...causeSteps(stored, state),
    ...disputeSteps(stored),
  ].map((step) => ({ ...step, order: ORDER.indexOf(step.kind) }));
  const second = ({ at }: Step) => Math.floor(Date.parse(at) / 1_000);
  return all
    .sort((one, other) => second(one) - second(other) || one.order - other.order)
    .map(({ order: _, ...step }) => step);
}
