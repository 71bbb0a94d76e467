import { newId, randomDigits } from '../state/ids';
import type { Issuer } from '../state/issuer';
import type { Authorization, Card, IssuerEvent } from '../state/state';
import { view } from '../state/views';
import { askDecision, type Decision } from '../webhooks/decision';
import type { Call } from './call';
import { newEvent } from './events';
import { findCard, findCardholder } from './find';
import { isDeclinedByControls } from './spending-controls';

const declined = (reason: string): Decision => ({ approved: false, reason, message: null });

const isExpired = ({ exp_month, exp_year }: Card, now: number) => now * 1000 >= Date.UTC(exp_year, exp_month);

/** Returns why the issuer declines a request without asking, or `undefined`. */
function ownDecline(issuer: Issuer, authorization: Authorization, amount: number): Decision | undefined {
  const card = findCard(issuer, authorization.card);
  const holder = findCardholder(issuer, authorization.cardholder);
  const { verification_data: checks } = authorization;
  if (card.status === 'canceled') return declined('card_canceled');
  if (isExpired(card, issuer.now())) return declined('card_expired');
  if (card.status !== 'active') return declined('card_inactive');
  if (holder.status === 'blocked') return declined('cardholder_blocked');
  if (holder.status !== 'active') return declined('cardholder_inactive');
  if (holder.requirements.past_due?.length) return declined('cardholder_verification_required');
  if (checks.cvc_check === 'mismatch' || checks.expiry_check === 'mismatch')
    return declined('verification_failed');
  if (isDeclinedByControls({ state: issuer.state, now: issuer.now() }, { card, authorization, amount }))
    return declined('spending_controls');
  return issuer.faults.take('insufficient_funds') ? declined('insufficient_funds') : undefined;
}

async function decide(
  issuer: Issuer,
  authorization: Authorization,
  event: () => IssuerEvent,
): Promise<Decision> {
  const { pending_request: pending } = authorization;
  if (!pending) throw new Error('An authorization without a request cannot be decided');
  const own = ownDecline(issuer, authorization, pending.amount);
  if (own) return own;
  if (issuer.faults.take('network_fallback'))
    return { approved: true, reason: 'network_fallback', message: null };
  return askDecision(issuer, event(), pending);
}

export interface RequestedAmount {
  amount: number;
  merchant_amount: number;
  is_amount_controllable: boolean;
}

/**
 * Decides a request for an amount, which is added to the authorization if it is approved. Declined requests leave an
 * approved authorization as it is.
 */
export async function requestAmount(
  { issuer }: Pick<Call, 'issuer'>,
  authorization: Authorization,
  requested: RequestedAmount,
): Promise<void> {
  const { currency, merchant_currency, amount_details } = authorization;
  const details = { amount_details, currency, merchant_currency, network_risk_score: null };
  authorization.pending_request = { ...requested, ...details };
  const requestEvent = () => {
    const event = newEvent(issuer, 'issuing_authorization.request', view(issuer.state, authorization));
    return issuer.state.events.add(event);
  };
  const decision = await decide(issuer, authorization, requestEvent);
  authorization.pending_request = null;

  const { approved, reason, message, metadata } = decision;
  const amount = decision.amount ?? requested.amount;
  const share = requested.amount === 0 ? 1 : amount / requested.amount;
  const merchantAmount = Math.round(requested.merchant_amount * share);
  const { is_amount_controllable: _, ...asked } = requested;
  authorization.request_history.push({
    ...asked,
    ...(approved ? { amount, merchant_amount: merchantAmount } : {}),
    ...details,
    approved,
    authorization_code: approved ? `S${randomDigits(6)}` : null,
    created: issuer.now(),
    reason,
    reason_message: message,
    requested_at: issuer.now(),
  });
  if (metadata) authorization.metadata = { ...authorization.metadata, ...metadata };
  const isFirst = authorization.request_history.length === 1;
  if (approved || isFirst) {
    authorization.amount += amount;
    authorization.merchant_amount += merchantAmount;
  }
  if (isFirst) {
    authorization.approved = approved;
    authorization.status = approved ? 'pending' : 'closed';
  }
}

/** Returns an authorization's network data with new identifiers. */
export const newNetworkData = (institution: string | undefined): Authorization['network_data'] => ({
  acquiring_institution_id: institution ?? null,
  system_trace_audit_number: randomDigits(6),
  transaction_id: newId('nt'),
});
