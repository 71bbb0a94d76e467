import { FieldSkeleton } from '@/components/wallet/display/form-skeleton';
import { Bar, RowSkeletons, TextBar } from '@/components/wallet/display/skeleton';

/** Placeholder for the table of transactions, with its header. */
export function TransactionsSkeleton() {
  return (
    <div className="border-t border-line">
      <div className="flex justify-between gap-4 border-b border-line py-2 text-sm">
        <TextBar className="w-28" />
        <TextBar className="w-20" />
      </div>
      <RowSkeletons count={5} rowClass="min-h-18" />
    </div>
  );
}

/** Placeholder for the activity page: the search field, the filters, and the transactions. */
export function ActivitySkeleton() {
  return (
    <div className="grid gap-6">
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
      <div className="flex min-h-11 items-center justify-between gap-3">
        <Bar className="w-40" />
        <Bar className="h-11 w-32" />
      </div>
      <TransactionsSkeleton />
    </div>
  );
}
