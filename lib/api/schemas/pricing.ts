import { z } from 'zod';
import { chainId, decimal } from './values';

/** At most the whole. */
const bps = z.int().min(0).max(10_000).describe('Hundredths of a percent.');

export const withdrawTerms = z
  .object({
    chainId,
    coinId: z.int(),
    min: decimal.describe(
      'Smallest part of a balance that can be withdrawn; a tenth of the balance where that is less.',
    ),
    max: decimal.nullable().describe('Largest one; null where there is no limit.'),
    feeBps: bps,
    feeFlat: decimal.describe('Added to the proportional fee.'),
    feeCapBps: bps
      .optional()
      .describe('The most that both fees together take, in hundredths of a percent of the amount.'),
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
      price: decimal,
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .meta({ description: 'ISO 4217 code.', examples: ['USD'] }),
    })
    .describe('One presale token.'),
  swapFeeBps: bps.describe('Taken by the pools of a swap’s route, each; hundredths of a percent.'),
  staking: z.strictObject({
    aprBps: z.int().min(0).max(100_000).describe('Yearly, without compounding; hundredths of a percent.'),
  }),
  pledge: z
    .array(
      z.strictObject({
        termDays: z.int().min(1).max(3_650),
        rateBps: z
          .int()
          .min(0)
          .max(100_000)
          .describe('Of the pledged amount, for the whole term; hundredths of a percent.'),
        earlyExitPenaltyBps: bps.describe(
          'Of the pledged amount, for leaving before the term ends; hundredths of a percent.',
        ),
      }),
    )
    .refine((terms) => new Set(terms.map(({ termDays }) => termDays)).size === terms.length, {
      error: 'a term is listed twice',
    }),
});

export const pricing = z
  .object({ ...pricingFile.shape, withdraw: z.array(withdrawTerms) })
  .meta({ id: 'Pricing' });
