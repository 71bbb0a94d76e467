import { z } from 'zod';
import { chainId, decimal } from './values';

/** At most 100%. */
const bps = z.int().min(0).max(10_000).describe('Basis points.');

export const withdrawTerms = z
  .object({
    chainId,
    coinId: z.int(),
    min: decimal.describe('Minimum withdrawal; a tenth of the balance if that is less.'),
    max: decimal.nullable().describe('Maximum withdrawal; null for no limit.'),
    feeBps: bps,
    feeFlat: decimal.describe('Added to the proportional fee.'),
    feeCapBps: bps.optional().describe('Maximum of both fees together, in basis points of the amount.'),
  })
  .meta({
    id: 'WithdrawTerms',
    description:
      'What a vault charges for a withdrawal of a coin, and how large one may be; in the coin’s units.',
  });

/** Operator settings in config/pricing.json. */
export const pricingFile = z.strictObject({
  presale: z
    .strictObject({
      price: decimal.max(40),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .meta({ description: 'ISO 4217 code.', examples: ['USD'] }),
    })
    .describe('Price of one presale token.'),
  swapFeeBps: bps.describe('Fee of each pool of a swap’s route, in basis points.'),
  staking: z.strictObject({
    aprBps: z.int().min(0).max(100_000).describe('Per year, without compounding, in basis points.'),
  }),
  pledge: z
    .array(
      z.strictObject({
        termDays: z.int().min(1).max(3_650),
        rateBps: z
          .int()
          .min(0)
          .max(100_000)
          .describe('Interest for the whole term, in basis points of the pledged amount.'),
        earlyExitPenaltyBps: bps.describe('Early exit penalty, in basis points of the pledged amount.'),
      }),
    )
    .refine((terms) => new Set(terms.map(({ termDays }) => termDays)).size === terms.length, {
      error: 'a term is listed twice',
    }),
});

export const pricing = z
  .object({ ...pricingFile.shape, withdraw: z.array(withdrawTerms) })
  .meta({ id: 'Pricing' });
