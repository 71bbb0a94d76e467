import { type Address, isAddress } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import { type NftStandard, nftStandards } from './arrivals';
import { nftId } from './nft';

/** What the user has decided about a collectible. */
export type NftChoice = {
  chainId: number;
  contract: Address;
  /** Decimal digits: JSON has no bigint. */
  tokenId: string;
  standard: NftStandard;
  /** Null: as it comes. */
  isShown: boolean | null;
  /** Put in by hand: no event needs to tell of it. */
  isAdded: boolean;
};

function isChoice(value: unknown): value is NftChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { chainId, contract, tokenId, standard, isShown, isAdded } = value as Record<string, unknown>;
  return (
    Number.isInteger(chainId) &&
    typeof contract === 'string' &&
    isAddress(contract) &&
    typeof tokenId === 'string' &&
    /^\d{1,78}$/.test(tokenId) &&
    nftStandards.some((known) => known === standard) &&
    [true, false, null].some((known) => known === isShown) &&
    typeof isAdded === 'boolean'
  );
}

const list = createStoredList('tidewell.nfts', isChoice, 2_000);

export const useNftChoices = list.useList;
export const watchNftChoices = list.watch;

/** Keeps a decision on this device, in place of the one before. */
export function chooseNft(
  {
    chainId,
    contract,
    tokenId,
    standard,
  }: { chainId: number; contract: Address; tokenId: bigint; standard: NftStandard },
  change: Partial<Pick<NftChoice, 'isShown' | 'isAdded'>>,
): void {
  const id = nftId({ chainId, contract, tokenId });
  const idOf = (choice: NftChoice) => nftId({ ...choice, tokenId: BigInt(choice.tokenId) });
  list.change((entries) => [
    ...entries.filter((entry) => idOf(entry) !== id),
    {
      chainId,
      contract,
      tokenId: tokenId.toString(),
      standard,
      ...{ isShown: null, isAdded: false },
      ...entries.find((entry) => idOf(entry) === id),
      ...change,
    },
  ]);
}
