import { type Address, isAddress } from 'viem';
import type { Contract } from '@/lib/api/types';
import { createStoredList } from '@/lib/preferences/stored-list';
import { type NftStandard, nftStandards } from './arrivals';
import { type Nft, nftId } from './nft';
import { inOrder, type Suspicion } from './suspicion';

/** The user's choice for an NFT. */
export type NftChoice = {
  chainId: number;
  contract: Address;
  /** Decimal digits: JSON has no bigint. */
  tokenId: string;
  standard: NftStandard;
  /** Null for the default. */
  isShown: boolean | null;
  /** Added manually; needs no event. */
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

/** Stores a choice on this device, replacing the previous one. */
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

/** Why an NFT is hidden: the user's choice, or signs of spam. */
export type HiddenReason = 'wish' | Suspicion;

/**
 * Returns why an NFT is hidden; empty if it is shown. Spam signs never hide NFTs that the user showed, added, or
 * received through their own transaction, nor NFTs that the site lists.
 */
export function hiddenReasons(
  { suspicions, isOwnDoing }: Pick<Nft, 'suspicions' | 'isOwnDoing'>,
  {
    choice,
    isListed,
    told,
  }: {
    choice: Pick<NftChoice, 'isShown' | 'isAdded'> | undefined;
    isListed: boolean;
    /** Spam signs in the metadata. */
    told: readonly Suspicion[];
  },
): HiddenReason[] {
  if (choice?.isShown === false) return ['wish'];
  if (choice?.isShown || choice?.isAdded || isOwnDoing || isListed) return [];
  return inOrder([...suspicions, ...told]);
}

/** The site's own contracts on a chain, in lower case. */
export const listedOn = (id: number, contracts: readonly Contract[]): ReadonlySet<string> =>
  new Set(contracts.flatMap(({ chainId, address }) => (chainId === id ? [address.toLowerCase()] : [])));

/** Splits NFTs into shown and hidden ones with reasons. `told` lists the suspicions about their metadata. */
export function judge(
  nfts: readonly Nft[],
  choices: readonly NftChoice[],
  listed: ReadonlySet<string>,
  told: Readonly<Record<string, readonly Suspicion[]>>,
) {
  const choiceById = new Map(
    choices.map((choice) => [nftId({ ...choice, tokenId: BigInt(choice.tokenId) }), choice]),
  );
  const judged = nfts.map((nft) => {
    const id = nftId(nft);
    const isListed = listed.has(nft.contract.toLowerCase());
    return {
      nft,
      reasons: hiddenReasons(nft, { choice: choiceById.get(id), isListed, told: told[id] ?? [] }),
    };
  });
  return {
    shown: judged.filter(({ reasons }) => reasons.length === 0).map(({ nft }) => nft),
    hidden: judged.filter(({ reasons }) => reasons.length > 0),
  };
}
