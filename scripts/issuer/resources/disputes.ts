import { z } from 'zod';
import { newId } from '../state/ids';
import type { Issuer } from '../state/issuer';
import type { Dispute, Transaction } from '../state/state';
import { invalidParameter, missingParameter, refused } from '../wire/errors';
import { expand, integer, mergeMetadata, metadata, onlyExpand, readForm, text } from '../wire/form';
import { listFields, listPage, matches } from '../wire/list';
import { type Call, change, type Route } from './call';
import { evidenceParams, explanationOf, mergeEvidence, missingEvidence } from './dispute-evidence';
import { findDispute, findTransaction } from './find';

const amount = integer(1).optional();
const evidence = evidenceParams.optional();
const createParams = z.strictObject({ amount, evidence, expand, metadata, transaction: text().optional() });
const updateParams = z.strictObject({ amount, evidence, expand, metadata });
const submitParams = z.strictObject({ expand, metadata });
const listParams = z.strictObject({
  ...listFields,
  status: z.enum(['expired', 'lost', 'submitted', 'unsubmitted', 'won']).optional(),
  transaction: text().optional(),
});

const DAY_S = 24 * 60 * 60;
/** Issuers accept a dispute within 110 days of the capture, or 65 if nobody authorized it (Visa). */
const DEADLINE_DAYS = 110;
const NO_AUTHORIZATION_DAYS = 65;
/** In test mode, an explanation with one of these texts decides a dispute within seconds. */
const TEST_OUTCOMES: Record<string, 'lost' | 'won'> = { winning_evidence: 'won', losing_evidence: 'lost' };
const TEST_OUTCOME_MS = 500;

function checkDeadline(issuer: Issuer, { created }: Transaction, reason: string | undefined): void {
  const days = reason === 'no_valid_authorization' ? NO_AUTHORIZATION_DAYS : DEADLINE_DAYS;
  if (issuer.now() > created + days * DAY_S)
    throw invalidParameter('transaction', `This transaction is too old to dispute: more than ${days} days.`);
}

function create({ issuer, form, emit }: Call): Dispute {
  const params = readForm(createParams, form);
  if (!params.transaction) throw missingParameter('transaction');
  const transaction = findTransaction(issuer, params.transaction);
  if (transaction.type !== 'capture')
    throw invalidParameter('transaction', 'You can only dispute transactions whose type is capture.');
  if (transaction.dispute) throw invalidParameter('transaction', 'This transaction is already disputed.');
  checkDeadline(issuer, transaction, params.evidence?.reason);
  const disputed = params.amount ?? -transaction.amount;
  if (disputed > -transaction.amount)
    throw invalidParameter('amount', 'The disputed amount is greater than the amount of the transaction.');
  const dispute = issuer.state.disputes.add({
    id: newId('idp'),
    object: 'issuing.dispute',
    amount: disputed,
    created: issuer.now(),
    currency: transaction.currency,
    evidence: mergeEvidence({ reason: params.evidence?.reason ?? 'other' }, params.evidence),
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    status: 'unsubmitted',
    transaction: transaction.id,
  });
  emit('issuing_dispute.created', dispute);
  emit('issuing_transaction.updated', transaction, change(transaction, { dispute: dispute.id }));
  return dispute;
}

function update({ issuer, id, form, emit }: Call): Dispute {
  const params = readForm(updateParams, form);
  const dispute = findDispute(issuer, id);
  if (dispute.status !== 'unsubmitted' && (params.amount !== undefined || params.evidence))
    throw refused(`You cannot change a dispute whose status is ${dispute.status}.`);
  const transaction = findTransaction(issuer, dispute.transaction);
  if ((params.amount ?? 0) > -transaction.amount)
    throw invalidParameter('amount', 'The disputed amount is greater than the amount of the transaction.');
  const previous = change(dispute, {
    amount: params.amount ?? dispute.amount,
    evidence: mergeEvidence(dispute.evidence, params.evidence),
    metadata: mergeMetadata(dispute.metadata, params.metadata),
  });
  emit('issuing_dispute.updated', dispute, previous);
  return dispute;
}

function submit({ issuer, id, form, emit }: Call): Dispute {
  const params = readForm(submitParams, form);
  const dispute = findDispute(issuer, id);
  if (dispute.status !== 'unsubmitted')
    throw refused(`You cannot submit a dispute whose status is ${dispute.status}.`);
  checkDeadline(issuer, findTransaction(issuer, dispute.transaction), dispute.evidence.reason);
  const missing = missingEvidence(dispute.evidence);
  if (missing.length > 0)
    throw refused(`The dispute cannot be submitted without evidence: ${missing.join(', ')}.`);
  const metadataAfter = mergeMetadata(dispute.metadata, params.metadata);
  const previous = change(dispute, { metadata: metadataAfter, status: 'submitted' });
  emit('issuing_dispute.submitted', dispute, previous);
  const outcome = TEST_OUTCOMES[explanationOf(dispute.evidence) ?? ''];
  if (outcome) setTimeout(() => closeIfSubmitted(issuer, dispute, outcome), TEST_OUTCOME_MS).unref();
  return dispute;
}

/**
 * Ends a submitted dispute, as the card network does weeks later. A won one pays its amount back.
 *
 * @throws {ApiError} if the dispute isn't submitted.
 */
export function closeDispute(issuer: Issuer, id: string, status: 'lost' | 'won'): Dispute {
  const dispute = findDispute(issuer, id);
  if (dispute.status !== 'submitted')
    throw refused(`You cannot close a dispute whose status is ${dispute.status}.`);
  const previous = change(dispute, { status, ...(status === 'lost' ? { loss_reason: 'other' } : {}) });
  if (status === 'won') issuer.emit('issuing_dispute.funds_reinstated', dispute);
  issuer.emit('issuing_dispute.closed', dispute, { previous });
  return dispute;
}

function closeIfSubmitted(issuer: Issuer, { id, status }: Dispute, outcome: 'lost' | 'won'): void {
  if (status === 'submitted') closeDispute(issuer, id, outcome);
}

const path = '/v1/issuing/disputes';

export const disputeRoutes: Route[] = [
  { method: 'POST', path, run: create },
  {
    method: 'GET',
    path,
    run: ({ issuer, form }) => {
      const params = readForm(listParams, form);
      const { status, transaction } = params;
      const items = issuer.state.disputes.newestFirst();
      const listed = items.filter((item) => matches(item, { status, transaction }));
      return listPage(listed, { kind: 'issuing dispute', url: path, params });
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    run: ({ issuer, id, form }) => {
      readForm(onlyExpand, form);
      return findDispute(issuer, id);
    },
  },
  { method: 'POST', path: `${path}/:id`, run: update },
  { method: 'POST', path: `${path}/:id/submit`, run: submit },
];
