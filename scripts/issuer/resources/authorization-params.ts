import { z } from 'zod';
import { bool, currency, expand, integer, metadata, text } from '../wire/form';
import { listFields } from '../wire/list';
import { merchantParams } from './merchant';

const check = z.enum(['match', 'mismatch', 'not_provided']).optional();

/** Parameters of the test helper that creates an authorization. Fleet, fuel, and risk data aren't supported. */
export const createAuthorizationParams = z.strictObject({
  card: text(),
  amount: integer(0, 99_999_999).optional(),
  amount_details: z
    .strictObject({ atm_fee: integer(0).optional(), cashback_amount: integer(0).optional() })
    .optional(),
  authorization_method: z.enum(['chip', 'contactless', 'keyed_in', 'online', 'swipe']).optional(),
  currency: currency.optional(),
  expand,
  is_amount_controllable: bool.optional(),
  merchant_amount: integer(0, 99_999_999).optional(),
  merchant_currency: currency.optional(),
  merchant_data: merchantParams,
  network_data: z.strictObject({ acquiring_institution_id: text().optional() }).optional(),
  verification_data: z
    .strictObject({
      address_line1_check: check,
      address_postal_code_check: check,
      cvc_check: check,
      expiry_check: check,
      three_d_secure: z
        .strictObject({ result: z.enum(['attempt_acknowledged', 'authenticated', 'failed', 'required']) })
        .optional(),
    })
    .optional(),
  wallet: z.enum(['apple_pay', 'google_pay', 'samsung_pay']).optional(),
});

export const incrementParams = z.strictObject({
  increment_amount: integer(1, 99_999_999),
  expand,
  is_amount_controllable: bool.optional(),
});

export const updateAuthorizationParams = z.strictObject({ expand, metadata });

export const listAuthorizationParams = z.strictObject({
  ...listFields,
  card: text().optional(),
  cardholder: text().optional(),
  status: z.enum(['closed', 'expired', 'pending', 'reversed']).optional(),
});

export const captureParams = z.strictObject({
  capture_amount: integer(1, 99_999_999).optional(),
  close_authorization: bool.optional(),
  expand,
  purchase_details: z
    .strictObject({
      lodging: z
        .strictObject({ check_in_at: integer(0).optional(), nights: integer(0).optional() })
        .optional(),
      reference: text().optional(),
    })
    .optional(),
});

export const finalizeParams = z.strictObject({ final_amount: integer(1, 99_999_999), expand });
export const reverseParams = z.strictObject({ reverse_amount: integer(1, 99_999_999).optional(), expand });
