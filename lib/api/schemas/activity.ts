import { z } from 'zod';
import { pageOf, pageQuery } from './page';
import { chainIdInput, decimal, hash, hashInput, time } from './values';

/** What a verified transaction can be. */
export const activityKinds = ['deposit', 'presale', 'pledge'] as const;
const activityKind = z.enum(activityKinds);

export const verifyInput = z.object({ chainId: chainIdInput, txHash: hashInput });

export const activity = z.object({
  kind: activityKind,
  chainId: z.int(),
  txHash: hash,
  status: z.literal('credited'),
  amount: decimal,
  coinId: z.int(),
  /** Blocks on the chain now, the transaction's own included. */
  confirmations: z.int(),
  /** The time of the transaction's block. */
  at: time,
});

export const activityQuery = pageQuery.extend({
  kind: activityKind.optional(),
  chainId: chainIdInput.optional(),
});

export const activityPage = pageOf(activity);
