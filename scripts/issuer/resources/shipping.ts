import type Stripe from 'stripe';
import { z } from 'zod';
import { randomDigits } from '../state/ids';
import type { Card } from '../state/state';
import { refused } from '../wire/errors';
import { address, bool, onlyExpand, readForm, text } from '../wire/form';
import { type Call, change, type Route } from './call';
import { findCard } from './find';

type Shipping = Stripe.Issuing.Card.Shipping;

/** Parameter `shipping` of cards. Bulk shipments and address checks aren't supported. */
export const shippingParams = z.strictObject({
  address,
  business_name: text().optional(),
  name: text(),
  phone_number: text(20).optional(),
  require_signature: bool.optional(),
  service: z.enum(['express', 'priority', 'standard']).optional(),
  type: z.enum(['individual']).optional(),
});

const DAYS_BY_SERVICE = { standard: 8, express: 4, priority: 2 } as const;
const DAY_S = 24 * 60 * 60;

/** Returns the shipment of a new physical card. */
export function newShipping(params: z.output<typeof shippingParams>, now: number): Shipping {
  const service = params.service ?? 'standard';
  return {
    address: {
      ...params.address,
      line2: params.address.line2 ?? null,
      state: params.address.state ?? null,
    },
    address_validation: { mode: 'disabled', normalized_address: null, result: null },
    business_name: params.business_name ?? null,
    carrier: null,
    customs: null,
    delivered_at: null,
    eta: now + DAYS_BY_SERVICE[service] * DAY_S,
    name: params.name,
    phone_number: params.phone_number ?? null,
    require_signature: params.require_signature ?? service !== 'standard',
    service,
    shipped_at: null,
    status: 'pending',
    tracking_number: null,
    tracking_url: null,
    type: params.type ?? 'individual',
  };
}

interface Step {
  name: string;
  from: readonly string[];
  to(now: number): Partial<Shipping>;
}

const STEPS: readonly Step[] = [
  { name: 'submit', from: ['pending'], to: () => ({ status: 'submitted' }) },
  {
    name: 'ship',
    from: ['pending', 'submitted'],
    to: (now) => ({ status: 'shipped', shipped_at: now, carrier: 'usps', tracking_number: randomDigits(22) }),
  },
  { name: 'deliver', from: ['shipped'], to: (now) => ({ status: 'delivered', delivered_at: now }) },
  { name: 'return', from: ['shipped', 'delivered'], to: () => ({ status: 'returned' }) },
  { name: 'fail', from: ['pending', 'submitted', 'shipped'], to: () => ({ status: 'failure' }) },
];

function takeStep({ issuer, id, form, emit }: Call, { name, from, to }: Step): Card {
  readForm(onlyExpand, form);
  const card = findCard(issuer, id);
  if (!card.shipping) throw refused('This card is virtual, so it has no shipment.');
  const { status } = card.shipping;
  if (!status || !from.includes(status))
    throw refused(`Cannot ${name} this card because its shipping status is ${status}.`);
  const previous = change(card, { shipping: { ...card.shipping, ...to(issuer.now()) } });
  emit('issuing_card.updated', card, previous);
  return card;
}

export const shippingRoutes: Route[] = STEPS.map((step) => ({
  method: 'POST',
  path: `/v1/test_helpers/issuing/cards/:id/shipping/${step.name}`,
  run: (call) => takeStep(call, step),
}));
