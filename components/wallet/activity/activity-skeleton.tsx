import { FieldSkeleton } from '@/components/wallet/display/form-skeleton';
import { Bar, Repeat, TextBar } from '@/components/wallet/display/skeleton';

/** Columns of the table, as in ActivityTable. */
const columns = 'grid grid-cols-[58%_minmax(0,1fr)] @prose:grid-cols-[34%_minmax(0,1fr)_28%]';

/** Placeholder for the table of transactions, with its header and the heading of a day. */
export function TransactionsSkeleton() {
  return (
    <div className="@container">
      <div className="border-t border-line">
        <div className={`${columns} border-b border-line py-2 text-sm @max-prose:hidden`}>
          <TextBar className="w-12" />
          <TextBar className="w-28" />
          <TextBar className="w-28" />
        </div>
        <div className="pt-5 pb-2 text-sm">
          <TextBar className="w-16" />
        </div>
        <Repeat count={5}>
          <div className={`${columns} min-h-18 border-b border-line py-3`}>
            <div className="flex gap-3">
              <span className="size-9 shrink-0 rounded-full bg-line" />
              <span className="grid content-start gap-2.5 pt-1.5">
                <Bar className="w-20" />
                <Bar className="w-28" />
              </span>
            </div>
            <div className="grid content-start justify-items-end gap-2.5 pt-1.5 @prose:justify-items-start">
              <Bar className="w-24" />
              <Bar className="w-14 @prose:hidden" />
            </div>
            <div className="grid content-start gap-2.5 pt-1 @max-prose:hidden">
              <Bar className="w-20" />
              <Bar className="w-28" />
            </div>
          </div>
        </Repeat>
      </div>
    </div>
  );
}

/** Placeholder for the activity page: the search field, the filters, and the transactions. */
export function ActivitySkeleton() {
  return (
    <div className="grid gap-4 sm:gap-6">
      <div className="grid gap-2">
        <div>
          <FieldSkeleton />
          <div className="mt-1.5 text-xs">
            <TextBar className="w-64" />
          </div>
        </div>
        <div className="flex min-h-11 items-center border-y border-line">
          <Bar className="w-20" />
        </div>
      </div>
      <div className="flex min-h-6 items-center justify-between gap-3 text-sm">
        <TextBar className="w-40" />
        <TextBar className="w-24" />
      </div>
      <TransactionsSkeleton />
    </div>
  );
}
