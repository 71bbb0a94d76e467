import type { Contract } from '@/lib/api/types';
import type { NftChoice } from './choices';
import { type Nft, nftId } from './nft';
import { inOrder, type Suspicion } from './suspicion';

/** Why a collectible is not shown among the others: the user's wish, or what makes it look like spam. */
export type HiddenReason = 'wish' | Suspicion;

/**
 * Why a collectible is hidden; empty for one that is shown. What the user has marked, added or brought about by a
 * transaction of his own is never hidden by what it looks like, nor is what the site itself lists.
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
    /** What the metadata was found suspicious of. */
    told: readonly Suspicion[];
  },
): HiddenReason[] {
  if (choice?.isShown === false) return ['wish'];
  if (choice?.isShown || choice?.isAdded || isOwnDoing || isListed) return [];
  return inOrder([...suspicions, ...told]);
}

/** The site's own contracts on a chain, in small letters. */
export const listedOn = (id: number, contracts: readonly Contract[]): ReadonlySet<string> =>
  new Set(contracts.flatMap(({ chainId, address }) => (chainId === id ? [address.toLowerCase()] : [])));

/** Those that are shown, and those that are not with the reasons why. `told` is what metadata was found suspicious of. */
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
