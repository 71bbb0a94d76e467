import { type Abi, type Address, parseAbi } from 'viem';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

/**
 * Only safe transfers, which revert if the recipient is a contract that cannot hold NFTs. The errors are from ERC-6093.
 */
const erc721: Abi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'error ERC721InvalidReceiver(address receiver)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC721NonexistentToken(uint256 tokenId)',
]);
const erc1155: Abi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'error ERC1155InvalidReceiver(address receiver)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
]);

export type NftTransferOrder = {
  nft: Nft;
  /** Display name of the NFT. */
  label: string;
  account: Address;
  recipient: Address;
  /** Number of tokens to send, which is 1 for ERC-721. */
  amount: bigint;
};

/** Returns the plan for an NFT transfer. ERC-1155 transfers can have any quantity. */
export function nftTransferPlan({
  nft,
  label,
  account,
  recipient,
  amount,
}: NftTransferOrder): TransactionPlan {
  const { chainId, contract: address, tokenId, standard } = nft;
  const isSingle = standard === 'erc721';
  return {
    chainId,
    intent: {
      kind: 'transferNft',
      coinId: 0,
      amountRaw: amount.toString(),
      decimals: 0,
      symbol: label,
      recipient,
      tokenId: tokenId.toString(),
      ...(isSingle ? { nft: nftId(nft) } : {}),
    },
    call: {
      address,
      abi: isSingle ? erc721 : erc1155,
      functionName: 'safeTransferFrom',
      args: [account, recipient, tokenId, ...(isSingle ? [] : [amount, '0x'])],
    },
  };
}
