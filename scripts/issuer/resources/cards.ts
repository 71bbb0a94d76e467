import type { z } from 'zod';
import { newCardSecrets } from '../state/card-numbers';
import { newId } from '../state/ids';
import type { Issuer } from '../state/issuer';
import type { Card, Cardholder } from '../state/state';
import { invalidParameter, missingParameter, refused } from '../wire/errors';
import { mergeMetadata, onlyExpand, readForm } from '../wire/form';
import { listPage, matches } from '../wire/list';
import { type Call, change, type Route } from './call';
import { createCardParams, listCardParams, updateCardParams } from './card-params';
import { findCard, findCardholder } from './find';
import { newShipping } from './shipping';
import { DEFAULT_LIMIT, mergeControls, noControls } from './spending-controls';

const YEARS_VALID = 3;

function checkHolder({ status, requirements }: Cardholder): void {
  if (status === 'blocked') throw refused('The cardholder is blocked, so its cards cannot be activated.');
  if (status === 'inactive') throw refused('The cardholder is inactive, so its cards cannot be activated.');
  if (requirements.past_due?.length)
    throw refused(
      `The cardholder has past-due requirements: ${requirements.past_due.join(', ')}. Update it before you activate its card.`,
    );
}

/** Checks a replacement as Stripe does: a lost or stolen card must be canceled first. */
function checkReplacement(
  issuer: Issuer,
  { replacement_for: id, replacement_reason: reason, cardholder }: z.output<typeof createCardParams>,
): void {
  if (id === undefined) {
    if (reason) throw missingParameter('replacement_for');
    return;
  }
  if (!reason) throw missingParameter('replacement_reason');
  const earlier = findCard(issuer, id, 'replacement_for');
  if (earlier.cardholder !== cardholder)
    throw invalidParameter('replacement_for', 'The replaced card belongs to another cardholder.');
  if (earlier.replaced_by) throw invalidParameter('replacement_for', 'This card has already been replaced.');
  if ((reason === 'lost' || reason === 'stolen') && earlier.status !== 'canceled')
    throw invalidParameter('replacement_for', `Cancel a ${reason} card before you replace it.`);
}

/** Returns the number of a damaged or expired card, which its replacement has, too. */
function keptNumber(
  { state }: Issuer,
  { replacement_for: id, replacement_reason: reason }: z.output<typeof createCardParams>,
): { number?: string } {
  const number = state.secrets.get(id ?? '')?.number;
  return number && (reason === 'damaged' || reason === 'expired') ? { number } : {};
}

/** Cancels the card that an active one replaces. */
function cancelReplaced({ state }: Issuer, { status, replacement_for }: Card, emit: Call['emit']): void {
  const earlier = typeof replacement_for === 'string' ? state.cards.get(replacement_for) : undefined;
  if (status === 'active' && earlier && earlier.status !== 'canceled')
    emit('issuing_card.updated', earlier, change(earlier, { status: 'canceled' }));
}

/** Returns the PIN of a request, or `undefined` if it has none. */
async function readPin({ state }: Issuer, pin: { encrypted_number: string } | undefined) {
  if (!pin) return undefined;
  const digits = await state.pinKey.decrypt(pin.encrypted_number);
  if (!digits)
    throw invalidParameter('pin[encrypted_number]', "The PIN can't be decrypted, or isn't four digits.");
  return digits;
}

async function create({ issuer, form, emit }: Call): Promise<Card> {
  const params = readForm(createCardParams, form);
  const { state } = issuer;
  const holder = findCardholder(issuer, params.cardholder);
  if (params.type === 'physical' && !params.shipping) throw missingParameter('shipping');
  if (params.type === 'virtual' && params.shipping)
    throw invalidParameter('shipping', 'Virtual cards cannot be shipped.');
  checkReplacement(issuer, params);
  if (params.status === 'active') checkHolder(holder);
  const pin = await readPin(issuer, params.pin);
  const now = issuer.now();
  const secrets = {
    ...newCardSecrets([...state.secrets.values()]),
    ...keptNumber(issuer, params),
  };
  const date = new Date(now * 1000);
  const card = state.cards.add({
    id: newId('ic'),
    object: 'issuing.card',
    brand: 'Visa',
    cancellation_reason: null,
    cardholder: params.cardholder,
    created: now,
    currency: params.currency,
    exp_month: params.exp_month ?? date.getUTCMonth() + 1,
    exp_year: params.exp_year ?? date.getUTCFullYear() + YEARS_VALID,
    financial_account: null,
    last4: secrets.number.slice(-4),
    latest_fraud_warning: null,
    lifecycle_controls: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    personalization_design: null,
    replaced_by: null,
    replacement_for: params.replacement_for ?? null,
    replacement_reason: params.replacement_reason ?? null,
    second_line: params.second_line ?? null,
    shipping: params.shipping ? newShipping(params.shipping, now) : null,
    spending_controls: mergeControls(
      { ...noControls(params.currency), spending_limits: [DEFAULT_LIMIT] },
      params.spending_controls,
    ),
    status: params.status ?? 'inactive',
    type: params.type,
    wallets: {
      apple_pay: { eligible: false, ineligible_reason: 'missing_agreement' },
      google_pay: { eligible: false, ineligible_reason: 'missing_agreement' },
      primary_account_identifier: null,
    },
  });
  state.secrets.set(card.id, pin ? { ...secrets, pin } : secrets);
  emit('issuing_card.created', card);
  const replaced = params.replacement_for ? state.cards.get(params.replacement_for) : undefined;
  if (replaced) emit('issuing_card.updated', replaced, change(replaced, { replaced_by: card.id }));
  cancelReplaced(issuer, card, emit);
  return card;
}

async function update({ issuer, id, form, emit }: Call): Promise<Card> {
  const params = readForm(updateCardParams, form);
  const card = findCard(issuer, id);
  if (card.status === 'canceled' && params.status && params.status !== 'canceled')
    throw refused('You cannot change the status of a canceled card.');
  if (params.cancellation_reason && params.status !== 'canceled')
    throw invalidParameter('cancellation_reason', 'Only canceled cards have a `cancellation_reason`.');
  if (params.status === 'active') checkHolder(findCardholder(issuer, card.cardholder));
  if (params.shipping && card.shipping?.status !== 'pending')
    throw invalidParameter('shipping', 'The shipment of this card can no longer be changed.');
  const pin = await readPin(issuer, params.pin);
  const secrets = issuer.state.secrets.get(card.id);
  if (pin && secrets) issuer.state.secrets.set(card.id, { ...secrets, pin });
  const previous = change(card, {
    cancellation_reason: params.cancellation_reason ?? card.cancellation_reason,
    metadata: mergeMetadata(card.metadata, params.metadata),
    shipping: params.shipping ? newShipping(params.shipping, issuer.now()) : card.shipping,
    spending_controls: mergeControls(card.spending_controls, params.spending_controls),
    status: params.status ?? card.status,
  });
  emit('issuing_card.updated', card, previous);
  cancelReplaced(issuer, card, emit);
  return card;
}

const path = '/v1/issuing/cards';

export const cardRoutes: Route[] = [
  { method: 'POST', path, run: create },
  {
    method: 'GET',
    path,
    run: ({ issuer, form }) => {
      const params = readForm(listCardParams, form);
      const { created: _, ending_before, expand, limit, starting_after, ...wanted } = params;
      const items = issuer.state.cards.newestFirst().filter((card) => matches(card, wanted));
      return listPage(items, { kind: 'issuing card', url: path, params });
    },
  },
  {
    method: 'GET',
    path: `${path}/:id`,
    showsSecrets: true,
    run: ({ issuer, id, form }) => {
      readForm(onlyExpand, form);
      return findCard(issuer, id);
    },
  },
  { method: 'POST', path: `${path}/:id`, run: update },
];
