import { z } from 'zod';
import { pageOf } from './page';
import { address, wireInt } from './values';

export const coin = z.object({
  id: z.int(),
  symbol: z.string(),
  name: z.string(),
  icon: z.string(),
  sort: z.int(),
  /** `address` null is the chain's native currency. */
  tokens: z.array(z.object({ chainId: z.int(), address: address.nullable(), decimals: z.int() })),
});

export const coinPage = pageOf(coin);
export const coinId = z.object({ id: wireInt.pipe(z.int().max(2_147_483_647)) });
