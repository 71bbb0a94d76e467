import { z } from 'zod';
import { currency, expand, integer, metadata, text } from '../wire/form';
import { listFields } from '../wire/list';
import { shippingParams } from './shipping';
import { spendingControlParams } from './spending-controls';

/** A PIN as JWE, encrypted with the issuer's key. */
const pin = z.strictObject({ encrypted_number: text() }).optional();

/** Parameters to create a card. Designs, financial accounts, and lifecycle controls aren't supported. */
export const createCardParams = z.strictObject({
  cardholder: text(),
  currency: currency.pipe(z.enum(['usd', 'eur', 'gbp'])),
  exp_month: integer(1, 12).optional(),
  exp_year: integer(2000, 2100).optional(),
  expand,
  metadata,
  pin,
  replacement_for: text().optional(),
  replacement_reason: z.enum(['damaged', 'expired', 'lost', 'stolen']).optional(),
  second_line: text(24).optional(),
  shipping: shippingParams.optional(),
  spending_controls: spendingControlParams.optional(),
  status: z.enum(['active', 'inactive']).optional(),
  type: z.enum(['physical', 'virtual']),
});

export const updateCardParams = z.strictObject({
  cancellation_reason: z.enum(['lost', 'stolen']).optional(),
  expand,
  metadata,
  pin,
  shipping: shippingParams.optional(),
  spending_controls: spendingControlParams.optional(),
  status: z.enum(['active', 'canceled', 'inactive']).optional(),
});

export const listCardParams = z.strictObject({
  ...listFields,
  cardholder: text().optional(),
  exp_month: integer().optional(),
  exp_year: integer().optional(),
  last4: text(4).optional(),
  status: z.enum(['active', 'canceled', 'inactive']).optional(),
  type: z.enum(['physical', 'virtual']).optional(),
});
