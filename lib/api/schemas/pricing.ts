import { z } from 'zod';
import { decimal } from './values';

/** Hundredths of a percent; at most the whole. */
const bps = z.int().min(0).max(10_000);

/** What a vault charges for a withdrawal of a coin, and how large one may be; in the coin's units. */
export const withdrawTerms = z.object({
  chainId: z.int(),
  coinId: z.int(),
  /** Smallest part of a balance that can be withdrawn. */
  min: decimal,
  /** Largest one; null where there is no limit. */
  max: decimal.nullable(),
  feeBps: bps,
  /** Added to the proportional fee. */
  feeFlat: decimal,
});

/** What the operator sets: config/pricing.json. */
export const pricingFile = z.strictObject({
  /** One presale token. */
  presale: z.strictObject({ price: decimal, currency: z.string().regex(/^[A-Z]{3}$/) }),
  /** Taken by the pools of a swap's route, each. */
  swapFeeBps: bps,
  /** Yearly, without compounding. */
  staking: z.strictObject({ aprBps: z.int().min(0).max(100_000) }),
  pledge: z
    .array(
      z.strictObject({
        termDays: z.int().min(1).max(3_650),
        /** Of the pledged amount, for the whole term. */
        rateBps: z.int().min(0).max(100_000),
        /** Of the pledged amount, for leaving before the term ends. */
        earlyExitPenaltyBps: bps,
      }),
    )
    .refine((terms) => new Set(terms.map(({ termDays }) => termDays)).size === terms.length, {
      error: 'a term is listed twice',
    }),
});

export const pricing = z.object({ ...pricingFile.shape, withdraw: z.array(withdrawTerms) });
