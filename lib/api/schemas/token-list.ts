import { z } from 'zod';
import { address, chainId, time } from './values';

const part = z.int().nonnegative();

export const listedToken = z.object({
  chainId,
  address,
  name: z.string().meta({ examples: ['USD Coin'] }),
  symbol: z.string().meta({ examples: ['USDC'] }),
  decimals: z.int(),
  logoURI: z.url().describe('Address of a picture.'),
});

/** What of the format of tokenlists.org this site writes. */
export const tokenList = z
  .object({
    name: z.string(),
    timestamp: time.describe('When this version was made.'),
    version: z
      .object({ major: part, minor: part, patch: part })
      .describe('Major: tokens have left. Minor: tokens have come. Patch: details have changed.'),
    tokens: z.array(listedToken).min(1),
  })
  .meta({ id: 'TokenList', description: 'A list in the format of tokenlists.org.' });

export type ListedToken = z.output<typeof listedToken>;
export type TokenList = z.output<typeof tokenList>;
