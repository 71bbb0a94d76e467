import { z } from 'zod';
import { address, chainId, pageOf, pageQuery, time, wireInt } from './values';

const token = z.object({
  chainId,
  address: address.nullable().describe('Null for the chain’s native currency.'),
  decimals: z.int(),
});

export const coin = z
  .object({
    id: z.int(),
    symbol: z.string().meta({ examples: ['USDC'] }),
    name: z.string().meta({ examples: ['USD Coin'] }),
    icon: z.string().meta({ description: 'Path of the icon on this site.', examples: ['/coins/usdc.svg'] }),
    sort: z.int().describe('Sort position.'),
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

const part = z.int().nonnegative();

export const listedToken = z.object({
  chainId,
  address,
  name: z.string().meta({ examples: ['USD Coin'] }),
  symbol: z.string().meta({ examples: ['USDC'] }),
  decimals: z.int(),
  logoURI: z.url().describe('URL of a picture.'),
});

/** The subset of the tokenlists.org format that this site uses. */
export const tokenList = z
  .object({
    name: z.string(),
    timestamp: time.describe('Time of this version.'),
    version: z
      .object({ major: part, minor: part, patch: part })
      .describe('Major: tokens were removed. Minor: tokens were added. Patch: details changed.'),
    tokens: z.array(listedToken).min(1),
  })
  .meta({ id: 'TokenList', description: 'A list in the format of tokenlists.org.' });

export type ListedToken = z.output<typeof listedToken>;
export type TokenList = z.output<typeof tokenList>;
