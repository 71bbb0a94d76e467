import { Bar, FigureSkeletons, HeadingSkeleton, RowSkeletons } from '@/components/wallet/display/skeleton';

/** Placeholder for the card page. */
export function CardSkeleton() {
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-x-14">
      <div className="grid content-start gap-8">
        <FigureSkeletons count={2} />
        <div className="grid gap-3">
          <HeadingSkeleton className="w-24" />
          <Bar className="h-44 w-72 rounded-soft" />
        </div>
      </div>
      <div className="grid content-start gap-3">
        <HeadingSkeleton className="w-32" />
        <RowSkeletons count={5} />
      </div>
    </div>
  );
}
