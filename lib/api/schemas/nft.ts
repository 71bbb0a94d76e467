import { z } from 'zod';
import { suspicions } from '@/lib/wallet/nfts/suspicion';
import { addressInput, chainIdInput } from './values';

const MAX_UINT256 = (1n << 256n) - 1n;

/** Identifies an NFT. The metadata URL comes from the NFT's contract. */
export const nftInput = z.object({
  chainId: chainIdInput,
  contract: addressInput,
  tokenId: z
    .string({ error: 'tokenId' })
    .regex(/^(0|[1-9]\d{0,77})$/, { error: 'tokenId' })
    .transform(BigInt)
    .refine((id) => id <= MAX_UINT256, { error: 'tokenId' })
    .meta({ description: 'A uint256 in decimal digits.', examples: ['1'] }),
});

/** Reasons why an NFT or its image can't be shown. */
export const nftProblems = ['none', 'refused', 'unreachable', 'tooLarge', 'unreadable'] as const;
export type NftProblem = (typeof nftProblems)[number];

/** NFT metadata as plain text without hidden characters. */
export const nftMetadata = z.object({
  name: z.string().nullable().describe('At most 100 characters.'),
  description: z.string().nullable().describe('At most 1,000 characters.'),
  traits: z.array(z.object({ name: z.string(), value: z.string() })).describe('At most 40.'),
  hasPicture: z
    .boolean()
    .describe('Whether the metadata names a picture; GET /nft/media serves it if it can be decoded.'),
  suspicions: z.array(z.enum(suspicions)).describe('Why it looks like spam.'),
  problem: z
    .enum(nftProblems)
    .nullable()
    .describe(
      'Why there is no metadata: none is named, its URI is refused, the host is unreachable, or it is too large or invalid.',
    ),
});
