import type { NftChoice } from './choices';
import type { Nft } from './nft';
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
