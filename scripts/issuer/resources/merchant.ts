import type Stripe from 'stripe';
import { z } from 'zod';
import { randomDigits } from '../state/ids';
import { country, text } from '../wire/form';

/** Stripe's name and ISO 18245 code of the merchant categories that the local issuer has. Stripe has more. */
const CATEGORY_CODES = {
  ac_refrigeration_repair: '7623',
  airlines_air_carriers: '4511',
  automated_cash_disburse: '6011',
  automated_fuel_dispensers: '5542',
  betting_casino_gambling: '7995',
  book_stores: '5942',
  computer_software_stores: '5734',
  digital_goods_applications: '5817',
  digital_goods_media: '5815',
  drinking_places: '5813',
  eating_places_restaurants: '5812',
  electronics_stores: '5732',
  fast_food_restaurants: '5814',
  grocery_stores_supermarkets: '5411',
  hotels_motels_and_resorts: '7011',
  taxicabs_limousines: '4121',
} as const;

const categoryNames = Object.keys(CATEGORY_CODES) as (keyof typeof CATEGORY_CODES)[];

export const category = z.enum(categoryNames);

/** Parameter `merchant_data` of the test helpers. */
export const merchantParams = z
  .strictObject({
    category: category.optional(),
    city: text().optional(),
    country: country.optional(),
    name: text().optional(),
    network_id: text().optional(),
    postal_code: text().optional(),
    state: text().optional(),
    terminal_id: text().optional(),
    url: text().optional(),
  })
  .optional();

/** Returns the merchant of a purchase. Stripe also has a default for each field that isn't set. */
export function merchantData(
  params: z.output<typeof merchantParams>,
): Stripe.Issuing.Authorization.MerchantData {
  const name = params?.category ?? 'ac_refrigeration_repair';
  return {
    category: name,
    category_code: CATEGORY_CODES[name],
    city: params?.city ?? 'Anytown',
    country: params?.country ?? 'US',
    name: params?.name ?? 'Test Merchant',
    network_id: params?.network_id ?? randomDigits(10),
    postal_code: params?.postal_code ?? null,
    state: params?.state ?? null,
    tax_id: null,
    terminal_id: params?.terminal_id ?? null,
    url: params?.url ?? null,
  };
}
