import { HeadingSkeleton, LineSkeletons, Repeat, TextBar } from '@/components/wallet/display/skeleton';

/** Placeholder for a network's table of withdrawal terms. */
function TableSkeleton() {
  return (
    <div className="grid gap-1 text-sm">
      <TextBar className="w-48" />
      <Repeat count={6}>
        <div className="grid grid-cols-4 gap-3 border-b border-line py-2">
          <TextBar className="w-12" />
          <TextBar className="ms-auto w-10" />
          <TextBar className="ms-auto w-14" />
          <TextBar className="ms-auto w-10" />
        </div>
      </Repeat>
    </div>
  );
}

/** Placeholder for the fees page: the withdrawal terms of each network, and the platform's prices. */
export function FeesSkeleton() {
  return (
    <div className="grid gap-12 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid content-start gap-6">
        <HeadingSkeleton className="w-64" />
        <TableSkeleton />
        <TableSkeleton />
      </div>
      <div className="grid content-start gap-4">
        <HeadingSkeleton />
        <LineSkeletons count={6} />
      </div>
    </div>
  );
}
