import { ChainCardsSkeleton } from '@/components/wallet/display/chain-cards-skeleton';
import {
  AmountFormSkeleton,
  PanelSkeleton,
  SummarySkeleton,
} from '@/components/wallet/display/form-skeleton';
import { LineSkeletons, Repeat, TextBar } from '@/components/wallet/display/skeleton';

/** Class that sets the minimum height of a network's card. */
export const pledgesHeight = (isSignedIn: boolean) =>
  isSignedIn ? 'min-h-[19rem] lg:min-h-[17.5rem]' : 'min-h-[34rem] xl:min-h-[31rem]';

/** Placeholder for a network's card: the account's pledges or the available terms, and the contract's funds. */
export function PledgesSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="grid gap-5">
      {isSignedIn ? (
        <TextBar className="w-56" />
      ) : (
        <div className="grid gap-3">
          <div className="flex justify-between gap-4 text-sm">
            <TextBar className="w-20" />
            <TextBar className="w-28" />
          </div>
          <Repeat count={3}>
            <div className="flex justify-between gap-4 text-lg">
              <TextBar className="w-24" />
              <TextBar className="w-14" />
            </div>
            <TextBar size="text-sm" className="w-64" />
          </Repeat>
        </div>
      )}
      <LineSkeletons count={3} />
    </div>
  );
}

/** Placeholder for the terms to select and the form of a new pledge. */
export function PledgeFormSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <div className="mb-2 text-sm">
          <TextBar className="w-16" />
        </div>
        <Repeat count={3}>
          <div className="flex min-h-16 items-center justify-between gap-4 rounded-sharp border border-line px-4">
            <TextBar className="w-24" />
            <TextBar className="w-14" />
          </div>
        </Repeat>
      </div>
      <AmountFormSkeleton>
        <SummarySkeleton hasNotes={[false, true, true, false]} />
      </AmountFormSkeleton>
    </div>
  );
}

/** Placeholder for the pledge page. */
export function PledgeSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ChainCardsSkeleton
      height={pledgesHeight(isSignedIn)}
      panel={
        isSignedIn ? (
          <PanelSkeleton>
            <PledgeFormSkeleton />
          </PanelSkeleton>
        ) : null
      }
    >
      <PledgesSkeleton isSignedIn={isSignedIn} />
    </ChainCardsSkeleton>
  );
}
