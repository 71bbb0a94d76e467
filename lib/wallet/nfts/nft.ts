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
  /** Whether the account's own transaction brought it, or that is unknown. */
  isOwnDoing: boolean;
};

/** Returns the NFT's key on this device. */
export const nftId = ({
  chainId,
  contract,
  tokenId,
}: Pick<Nft, 'chainId' | 'contract' | 'tokenId'>): string => `${chainId}:${contract}:${tokenId}`;

/** Control, format (including bidirectional overrides), private and surrogate characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Returns untrusted text as one line without hidden characters, at most `limit` characters long. */
export function cleanText(text: string, limit: number): string {
  // Cuts very long input first, because combining marks can form one huge character.
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
