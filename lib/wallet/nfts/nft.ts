import type { Address } from 'viem';
import type { NftStandard } from './arrivals';
import type { Suspicion } from './suspicion';

/** An NFT that the account currently owns, according to its contract. */
export type Nft = {
  chainId: number;
  contract: Address;
  tokenId: bigint;
  standard: NftStandard;
  /** Quantity owned, which is 1 for ERC-721. */
  quantity: bigint;
  /** The contract's name, sanitized. May be empty. */
  collection: string;
  symbol: string;
  /** Signs of spam in the contract's name and symbol. */
  suspicions: readonly Suspicion[];
  /**
   * Whether the NFT was received through the account's own transaction, or through a transaction whose sender is
   * unknown.
   */
  isOwnDoing: boolean;
};

/** Returns the key that identifies the NFT on this device. */
export const nftId = ({
  chainId,
  contract,
  tokenId,
}: Pick<Nft, 'chainId' | 'contract' | 'tokenId'>): string => `${chainId}:${contract}:${tokenId}`;

/** Control, format (including bidirectional overrides), private-use, and surrogate characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Returns untrusted text as one line without hidden characters, at most `limit` characters long. */
export function cleanText(text: string, limit: number): string {
  // Truncate very long input first, because a single character can have any number of combining marks.
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
