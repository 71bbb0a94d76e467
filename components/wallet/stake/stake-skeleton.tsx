import { ChainCardsSkeleton } from '@/components/wallet/display/chain-cards-skeleton';
import {
  AmountFormSkeleton,
  FeesLinkSkeleton,
  PanelSkeleton,
  TabsSkeleton,
} from '@/components/wallet/display/form-skeleton';
import { FigureSkeletons, LineSkeletons } from '@/components/wallet/display/skeleton';

/** Class that sets the minimum height of a pool's card. */
export const poolHeight = (isSignedIn: boolean) =>
  isSignedIn ? 'min-h-[30rem] lg:min-h-[26rem]' : 'min-h-60 md:min-h-64';

/** Placeholder for a pool's card: the account's position, and the terms. */
export function PoolSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="grid gap-5">
      {isSignedIn ? <FigureSkeletons count={3} /> : null}
      <LineSkeletons count={3} />
    </div>
  );
}

/** Placeholder for the staking page. */
export function StakeSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ChainCardsSkeleton
      height={poolHeight(isSignedIn)}
      panel={
        isSignedIn ? (
          <PanelSkeleton>
            <div>
              <TabsSkeleton count={4} />
              <div className="pt-6">
                <AmountFormSkeleton />
              </div>
            </div>
            <FeesLinkSkeleton />
          </PanelSkeleton>
        ) : null
      }
    >
      <PoolSkeleton isSignedIn={isSignedIn} />
    </ChainCardsSkeleton>
  );
}
