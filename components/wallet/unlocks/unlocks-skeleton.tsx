import { Bar, HeadingSkeleton, Repeat, TextBar } from '@/components/wallet/display/skeleton';

/** Class of the unlocks. Amounts that are already available come first, in the narrower column of a wide screen. */
export const unlocksGrid = (hasFree: boolean) =>
  `grid grid-cols-[minmax(0,1fr)] gap-12 lg:gap-16 ${hasFree ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]' : 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'}`;

/** Placeholder for an unlock: its day, and its kind, amount, and date. */
function UnlockSkeleton() {
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 border-b border-line py-4">
      <div className="grid content-start justify-items-center gap-2 border-e border-line pt-1">
        <Bar className="h-7 w-8" />
        <Bar className="w-6" />
      </div>
      <div>
        <TextBar className="w-40" />
        <TextBar size="text-xl" className="w-32" />
        <TextBar size="text-xs" className="w-56" />
        <div className="flex h-11 items-center gap-6">
          <Bar className="w-16" />
          <Bar className="w-24" />
        </div>
      </div>
    </div>
  );
}

/** Placeholder for the unlocks page. */
export function UnlocksSkeleton() {
  return (
    <div className={unlocksGrid(true)}>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <div className="flex min-h-11 items-center">
          <HeadingSkeleton className="w-32" />
        </div>
        <div className="border-t border-line">
          <Repeat count={2}>
            <div className="flex items-start justify-between gap-4 border-b border-line py-3">
              <div>
                <TextBar className="w-32" />
                <TextBar size="text-xs" className="w-24" />
                <div className="flex h-12 items-center">
                  <Bar className="w-20" />
                </div>
              </div>
              <TextBar size="text-xl" className="w-24" />
            </div>
          </Repeat>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <div className="flex min-h-11 items-center justify-between gap-3">
          <HeadingSkeleton />
          <Bar className="h-11 w-36" />
        </div>
        <div className="grid gap-1">
          <TextBar size="text-sm" className="w-28" />
          <div className="border-t border-line">
            <Repeat count={3}>
              <UnlockSkeleton />
            </Repeat>
          </div>
        </div>
      </div>
    </div>
  );
}
