import type { Address } from 'viem';
import type { NftStandard } from './arrivals';
import type { Suspicion } from './suspicion';

/** An NFT that the account owns, as its contract reports now. */
export type Nft = {
  chainId: number;
  contract: Address;
  tokenId: bigint;
  standard: NftStandard;
  /** Quantity; 1 for ERC-721. */
  quantity: bigint;
  /** The contract's own name, sanitized; may be empty. */
  collection: string;
  symbol: string;
  /** Spam signs in those names. */
  suspicions: readonly Suspicion[];
  /** Whether a transaction of the account itself brought it, or that cannot be told. */
  isOwnDoing: boolean;
};

/** Returns the NFT's key on this device. */
export const nftId = ({
  chainId,
  contract,
  tokenId,
}: Pick<Nft, 'chainId' | 'contract' | 'tokenId'>): string => `${chainId}:${contract}:${tokenId}`;

/** Control, format (bidirectional overrides among them), private and half characters: what says other than it shows. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Text from outside as one line without hidden characters, of at most `limit` characters. */
export function cleanText(text: string, limit: number): string {
  // Far more than is kept is not looked at: marks upon marks make one character of many.
  const plain = text
    .slice(0, limit * 8)
    .replace(/\s+/g, ' ')
    .replace(HIDDEN, '')
    .trim();
  const characters = [...plain];
  return characters.length > limit
    ? `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}
