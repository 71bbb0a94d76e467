import 'server-only';
import { createHash } from 'node:crypto';
import { and, desc, eq, lt } from 'drizzle-orm';
import { type Address, getAddress } from 'viem';
import type { z } from 'zod';
import type { disputeInput, disputeResult } from '@/lib/api/schemas/card';
import { cardDisputes, cardTransactions } from '../../../db/card-purchase-tables';
import { cardAccounts, cards } from '../../../db/card-tables';
import { database } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import type { DisputeFacts } from '../../../issuer/facts';
import type { DisputeEvidence, Issuer } from '../../../issuer/issuer';
import { applyFact } from '../../ledger/apply-fact';
import { availableIssuer, callIssuer, refuse } from '../issuer-call';

type Input = z.output<typeof disputeInput>;
type Result = z.input<typeof disputeResult>;

const dayOf = (date: string | undefined) => (date === undefined ? undefined : new Date(`${date}T00:00:00Z`));

/** Returns what the card networks require for the reason, or null if something is missing. */
export function evidenceOf(input: Input): DisputeEvidence | null {
  const { reason, explanation, product, originalTransactionId, cancellationReason, returnStatus } = input;
  const [expectedAt, receivedAt, canceledAt] = [
    dayOf(input.expectedAt),
    dayOf(input.receivedAt),
    dayOf(input.canceledAt),
  ];
  switch (reason) {
    case 'fraudulent':
      return { explanation, reason };
    case 'duplicate':
      return originalTransactionId ? { explanation, reason, originalTransactionId } : null;
    case 'not_received':
      return expectedAt && product ? { explanation, reason, expectedAt, product } : null;
    case 'canceled':
      return expectedAt && product && canceledAt && cancellationReason
        ? { explanation, reason, expectedAt, product, canceledAt, cancellationReason }
        : null;
    case 'merchandise_not_as_described':
      return receivedAt && returnStatus ? { explanation, reason, receivedAt, returnStatus } : null;
    case 'service_not_as_described':
      return receivedAt && canceledAt && cancellationReason
        ? { explanation, reason, receivedAt, canceledAt, cancellationReason }
        : null;
    case 'other':
      return product && input.productDescription
        ? { explanation, reason, product, productDescription: input.productDescription }
        : null;
  }
}

const toResult = ({ status, amount }: Pick<DisputeFacts, 'amount' | 'status'>): Result => ({
  status,
  amount: String(amount),
});

/** Returns the stored dispute of a transaction, or undefined. */
async function findDispute(transactionId: string) {
  const [row] = await database('account')
    .select({ id: cardDisputes.id, status: cardDisputes.status, amount: cardDisputes.amount })
    .from(cardDisputes)
    .where(eq(cardDisputes.transactionId, transactionId))
    .orderBy(desc(cardDisputes.createdAt))
    .limit(1);
  return row;
}

/** @throws ApiError 404 if the account has no such capture. */
async function requireCapture(owner: Address, transactionId: string): Promise<void> {
  const [capture] = await database('account')
    .select({ id: cardTransactions.id })
    .from(cardTransactions)
    .innerJoin(cards, eq(cards.id, cardTransactions.cardId))
    .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
    .where(
      and(
        ...[eq(cardTransactions.id, transactionId), eq(cardAccounts.owner, getAddress(owner))],
        ...[eq(cardTransactions.kind, 'capture'), lt(cardTransactions.amount, 0n)],
      ),
    );
  if (!capture) throw new ApiError(404, 'notFound');
}

/**
 * Opens a dispute with what was entered. The key depends on it, because the issuer refuses a key with another request. It also
 * refuses a second dispute of a transaction.
 */
async function open(issuer: Issuer, transactionId: string, evidence: DisputeEvidence): Promise<string> {
  const content = createHash('sha256').update(JSON.stringify(evidence)).digest('hex');
  const key = `dispute:${transactionId}:${content}`;
  const dispute = await callIssuer(issuer.openDispute({ transactionId, evidence }, key));
  await applyFact(issuer, { kind: 'dispute', dispute });
  return dispute.id;
}

/**
 * Opens and submits a dispute of a captured transaction of the account. The evidence goes to the issuer only. If the dispute was
 * opened before but not submitted, it is submitted with the evidence of then.
 * @throws ApiError 404 if the account has no such capture, 409 if it is disputed already, 422 if evidence is missing or the issuer
 * refuses, or 503 if the issuer is unreachable: then repeat the same call.
 */
export async function disputeTransaction(owner: Address, input: Input): Promise<Result> {
  const { transactionId, originalTransactionId } = input;
  await requireCapture(owner, transactionId);
  if (originalTransactionId !== undefined) await requireCapture(owner, originalTransactionId);
  const evidence = evidenceOf(input);
  if (!evidence || originalTransactionId === transactionId) throw refuse(422, 'disputeEvidence');
  const known = await findDispute(transactionId);
  if (known && known.status !== 'unsubmitted') throw refuse(409, 'disputeExists');
  const issuer = availableIssuer();
  const id = known?.id ?? (await open(issuer, transactionId, evidence));
  const dispute = await callIssuer(issuer.submitDispute(id, `submit:${id}`));
  await applyFact(issuer, { kind: 'dispute', dispute });
  return toResult(dispute);
}
