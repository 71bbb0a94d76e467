import { FieldSkeleton, TabsSkeleton } from '@/components/wallet/display/form-skeleton';
import { Bar, HeadingSkeleton, Placeholder, Repeat, TextBar } from '@/components/wallet/display/skeleton';

/** Class of an offer's card. */
export const offerCard =
  'grid grid-rows-[auto_auto_1fr_auto] gap-3 rounded-soft border border-line bg-raised p-4 sm:p-5';

/** Minimum number of placeholders, so that the content below the offers stays outside the window while they load. */
export const FEWEST_PLACEHOLDERS = 8;

/** Placeholder for the content of an offer's card. */
export function OfferBars() {
  return (
    <>
      <Bar className="mt-2 w-1/2" />
      <Bar className="h-8 w-2/3" />
      <Bar className="mt-6 w-full" />
      <Bar className="w-4/5" />
    </>
  );
}

/** Placeholder for the totals only, because the number of positions isn't known yet. */
export function TotalsSkeleton() {
  return (
    <div className="grid h-24 grid-cols-2 content-start gap-x-8">
      <Repeat count={2}>
        <div className="grid gap-4">
          <Bar className="mt-1 w-3/4" />
          <Bar className="h-9 w-full" />
        </div>
      </Repeat>
    </div>
  );
}

/** The account's positions while they load. */
export function PositionsPlaceholder() {
  return (
    <Placeholder>
      <TotalsSkeleton />
    </Placeholder>
  );
}

/** Placeholder for a row of the table of offers. */
function OfferRowSkeleton() {
  return (
    <div className="grid h-29 grid-cols-6 gap-x-5 border-b border-line py-4">
      <Repeat count={6}>
        <Bar className="mt-2 w-4/5" />
        <Bar className="mt-4 w-3/5" />
      </Repeat>
    </div>
  );
}

/** Placeholder for the earn page: the account's positions, and the offers as cards or, on wide screens, as a table. */
export function EarnSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="grid gap-12">
      {isSignedIn ? (
        <div className="grid min-h-48 content-start gap-6">
          <HeadingSkeleton />
          <TotalsSkeleton />
        </div>
      ) : null}
      <div className="grid gap-4">
        <HeadingSkeleton className="w-24" />
        <div>
          <TabsSkeleton count={3} />
          <div className="grid gap-4 pt-6">
            <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
              <div className="text-sm">
                <TextBar className="w-40" />
                <TextBar className="w-64" />
              </div>
              <div className="w-full sm:w-72 min-[76rem]:hidden">
                <FieldSkeleton />
              </div>
            </div>
            <div className="grid gap-4 md:grid-cols-2 min-[76rem]:hidden">
              <Repeat count={FEWEST_PLACEHOLDERS}>
                <div className={`${offerCard} min-h-96`}>
                  <OfferBars />
                </div>
              </Repeat>
            </div>
            <div className="hidden min-[76rem]:block">
              <div className="h-11 border-b border-line" />
              <Repeat count={FEWEST_PLACEHOLDERS}>
                <OfferRowSkeleton />
              </Repeat>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
