import { z } from 'zod';
import { chainId, chainIdInput, decimal, hash, hashInput, pageOf, pageQuery, time } from './values';

/** Kinds of verified transactions. */
export const activityKinds = ['deposit', 'presale', 'pledge', 'sendBalance', 'receiveBalance'] as const;
export type RecordKind = (typeof activityKinds)[number];
const activityKind = z.enum(activityKinds);

export const verifyInput = z.object({ chainId: chainIdInput, txHash: hashInput });

export const activity = z
  .object({
    kind: activityKind,
    chainId,
    txHash: hash,
    status: z.literal('credited'),
    amount: decimal.describe('In token units.'),
    coinId: z.int(),
    confirmations: z
      .int()
      .describe('Current number of confirmations, including the transaction’s own block.'),
    at: time.describe('Time of the transaction’s block.'),
  })
  .meta({ id: 'Activity', description: 'A transaction that was verified on its chain.' });

export const activityQuery = pageQuery.extend({
  kind: activityKind.optional(),
  chainId: chainIdInput.optional(),
});

export const activityPage = pageOf(activity);
