import { ChartShape } from '@/components/wallet/chart/chart-skeleton';
import { TabsSkeleton } from '@/components/wallet/display/form-skeleton';
import { Bar, HeadingSkeleton, Repeat, RowSkeletons, TextBar } from '@/components/wallet/display/skeleton';

/** Class of the total. */
export const totalClass = 'grid content-start gap-2';

/** Class that reserves the height of the total with all locations, or with fewer of them and the notes. */
export const totalHeight = 'max-md:min-h-46';

/** Class of the total's parts by location: three columns on a phone, and one row on wider screens. */
export const placesClass = 'flex flex-wrap content-start gap-x-4 gap-y-2 md:min-h-12 md:gap-x-8';

/** Class of one of these parts. A long amount widens its column, so that amounts never overlap. */
export const placeClass = 'min-w-[29%] sm:min-w-20';

/** Placeholder for the total. */
export function TotalBar() {
  return <TextBar className="w-[5em]" />;
}

/** Class that reserves the usual height of the chart with its notes. */
export const historyHeight = 'min-h-[49rem] md:min-h-[45rem]';

/** Placeholder for the history of the value. */
function HistorySkeleton() {
  return (
    <div className={`grid content-start gap-4 ${historyHeight}`}>
      <HeadingSkeleton />
      <div>
        <div className="h-11.5 rounded-sharp border border-line sm:max-w-72" />
        <div className="pt-6">
          <ChartShape />
        </div>
      </div>
    </div>
  );
}

/** Placeholder for the allocation by token: tabs, and names and values above their bars. */
function AllocationSkeleton() {
  return (
    <div className="grid gap-4">
      <HeadingSkeleton className="w-28" />
      <div>
        <TabsSkeleton count={3} />
        <div className="grid gap-5 pt-6">
          <Repeat count={4}>
            <div className="flex items-center justify-between gap-4">
              <span className="flex items-center gap-2">
                <span className="size-6 rounded-full bg-line" />
                <TextBar className="w-14" />
              </span>
              <TextBar size="text-sm" className="w-36" />
            </div>
            <Bar className="mt-1" />
          </Repeat>
        </div>
      </div>
    </div>
  );
}

/** Placeholder for the table of holdings. */
function HoldingsSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="flex min-h-11 items-center">
        <HeadingSkeleton className="w-28" />
      </div>
      <div className="border-t border-line">
        <div className="flex justify-between border-b border-line py-2 text-sm">
          <TextBar className="w-12" />
          <TextBar className="w-28" />
        </div>
        <RowSkeletons count={5} rowClass="min-h-20" />
      </div>
    </div>
  );
}

/** Placeholder for everything below the total. */
export function PortfolioParts() {
  return (
    <div className="grid gap-12">
      <HistorySkeleton />
      <AllocationSkeleton />
      <HoldingsSkeleton />
    </div>
  );
}

/** Placeholder for the total's parts by location. One row, which fits the reserved height. */
export function PlacesSkeleton() {
  return (
    <div className={placesClass}>
      {['wallet', 'vault', 'staked'].map((place) => (
        <div key={place} className={placeClass}>
          <TextBar size="text-xs" className="w-16" />
          <TextBar size="text-sm" className="w-20" />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for the portfolio page. */
export function PortfolioSkeleton() {
  return (
    <div className="grid gap-12">
      <div className={`${totalClass} ${totalHeight}`}>
        <TextBar size="text-sm" className="w-24" />
        <div className="font-display text-4xl">
          <TotalBar />
        </div>
        <PlacesSkeleton />
      </div>
      <PortfolioParts />
    </div>
  );
}
