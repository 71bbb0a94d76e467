import 'server-only';
import { z } from 'zod';

/** CardAccount refuses holds that expire later than 35 days from their block. */
const MAX_HOLD_DAYS = 34;
/** CardAccount allows captures of up to 25% more than their hold. */
const MAX_OVER_CAPTURE_BPS = 2_500;
const bps = z.int().min(0).max(10_000);
/** An amount in the minor unit of the cards' currency. Issuers accept up to eight digits. */
const minor = z.int().min(0).max(99_999_999);

/** Schema of config/cards.json: terms of card purchases. */
export const cardSettings = z.strictObject({
  /** Name of the card issuer, as pages and terms show it. */
  issuer: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} .,&()’-]{0,99}$/u, 'must be the name of a company'),
  /** ISO 3166-1 codes of the countries whose residents can have a card. Without any, there are no new cards. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'must be a country code like DE')).max(250),
  /**
   * Margin on a token's price, in basis points: of coins that config/prices.json lists as pegged, while their price is within
   * `pegBandBps` of one US dollar, and of all others.
   */
  marginBps: z.strictObject({ pegged: bps, other: bps }),
  /** Days after which anyone can release a hold. Captures are possible for up to 31 days. */
  holdDays: z.int().min(1).max(MAX_HOLD_DAYS),
  /** Limits that the page suggests for a new card, in minor units. The owner sets them in the contract. */
  defaultLimits: z.strictObject({
    perDay: minor,
    perMonth: minor,
    offlinePerMonth: minor,
    overCaptureBps: z.int().min(0).max(MAX_OVER_CAPTURE_BPS),
  }),
  /** Limits that the issuer at least applies to each card, and the highest ones that the page offers. */
  maxLimits: z.strictObject({ perDay: minor.min(1), perMonth: minor.min(1) }),
});
