import { FieldSkeleton, TabsSkeleton } from '@/components/wallet/display/form-skeleton';
import { Bar, Repeat, TextBar } from '@/components/wallet/display/skeleton';

/** Class of a coin's row: the icon, the symbol with the name, the day as a line, and the price. */
export const coinRow =
  'grid min-h-16 grid-cols-[auto_minmax(0,1fr)_3rem_auto] items-center gap-x-3 py-3 sm:grid-cols-[auto_minmax(0,1fr)_minmax(6rem,1.5fr)_8rem] sm:gap-x-4';

/** Placeholder for a price that is loading, with three lines like a price. */
export function CoinPriceBars() {
  return (
    <span aria-hidden="true" className="grid justify-items-end gap-2.5">
      <Bar className="w-18" />
      <Bar className="w-12" />
      <Bar className="w-14" />
    </span>
  );
}

/** Placeholders for coins that are loading. */
export function CoinRowSkeletons() {
  return (
    <div className="border-t border-line">
      <Repeat count={5}>
        <div className={`${coinRow} h-21.5 border-b border-line`}>
          <span className="size-9 rounded-full bg-line" />
          <span className="grid gap-2.5">
            <Bar className="w-24" />
            <Bar className="w-32" />
          </span>
          <span />
          <CoinPriceBars />
        </div>
      </Repeat>
    </div>
  );
}

/** Placeholder for the markets page: its tabs, the search, and the list. */
export function CoinsSkeleton() {
  return (
    <>
      <TabsSkeleton count={3} />
      <div className="grid gap-6 pt-6">
        <div>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3">
            <FieldSkeleton />
            <Bar className="h-13 w-21" />
          </div>
          <div className="mt-1.5 text-xs">
            <TextBar className="w-48" />
          </div>
        </div>
        <TextBar size="text-sm" className="w-16" />
        <CoinRowSkeletons />
      </div>
    </>
  );
}
