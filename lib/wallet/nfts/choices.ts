import { type Address, isAddress } from 'viem';
import type { Contract } from '@/lib/api/types';
import { createStoredList } from '@/lib/preferences/stored-list';
import { type NftStandard, nftStandards } from './arrivals';
import { type Nft, nftId } from './nft';
import { inOrder, type Suspicion } from './suspicion';

/** The user's settings for one NFT. */
export type NftChoice = {
  chainId: number;
  contract: Address;
  /** Decimal string, because JSON has no bigint. */
  tokenId: string;
  standard: NftStandard;
  /** Null if the user has not chosen whether to show the NFT. */
  isShown: boolean | null;
  /** Whether the user added the NFT manually, so that no transfer event is required. */
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

const idOf = (choice: NftChoice): string => nftId({ ...choice, tokenId: BigInt(choice.tokenId) });

const list = createStoredList('tidewell.nfts', isChoice, 2_000, idOf);

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

/** Why an NFT is hidden: the user's choice, or a sign of spam. */
export type HiddenReason = 'wish' | Suspicion;

/**
 * Returns the reasons why an NFT is hidden, or an empty list if it is shown. Signs of spam never hide an NFT that the
 * user chose to show, added, or received through their own transaction, or whose contract the site lists.
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
    /** Signs of spam in the metadata. */
    told: readonly Suspicion[];
  },
): HiddenReason[] {
  if (choice?.isShown === false) return ['wish'];
  if (choice?.isShown || choice?.isAdded || isOwnDoing || isListed) return [];
  return inOrder([...suspicions, ...told]);
}

/** Returns the addresses of the site's listed contracts on a chain, in lowercase. */
export const listedOn = (id: number, contracts: readonly Contract[]): ReadonlySet<string> =>
  new Set(contracts.flatMap(({ chainId, address }) => (chainId === id ? [address.toLowerCase()] : [])));

/**
 * Splits NFTs into `shown` and `hidden`, with the reasons for each hidden NFT. `told` contains signs of spam in
 * metadata, by NFT.
 */
export function judge(
  nfts: readonly Nft[],
  choices: readonly NftChoice[],
  listed: ReadonlySet<string>,
  told: Readonly<Record<string, readonly Suspicion[]>>,
) {
  const choiceById = new Map(choices.map((choice) => [idOf(choice), choice]));
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
