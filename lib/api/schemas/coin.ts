import { z } from 'zod';
import { pageOf, pageQuery } from './page';
import { address, chainId, wireInt } from './values';

const token = z.object({
  chainId,
  address: address.nullable().describe('Null is the chain’s native currency.'),
  decimals: z.int(),
});

export const coin = z
  .object({
    id: z.int(),
    symbol: z.string().meta({ examples: ['USDC'] }),
    name: z.string().meta({ examples: ['USD Coin'] }),
    icon: z.string().meta({ description: 'Path of a picture on this site.', examples: ['/coins/usdc.svg'] }),
    sort: z.int().describe('Place among the coins.'),
    tokens: z.array(token),
  })
  .meta({ id: 'Coin', description: 'One asset, with its tokens on all chains.' });

export const coinPage = pageOf(coin);

export const coinPageQuery = pageQuery.extend({
  search: z
    .string()
    .trim()
    .max(64)
    .meta({
      description: 'Part of a symbol or a name in any case, or a token’s whole address.',
      examples: ['usd'],
    })
    .optional(),
});
export const coinId = z.object({
  id: wireInt.pipe(z.int().max(2_147_483_647)).meta({ description: 'Id of a coin.', examples: [1] }),
});
