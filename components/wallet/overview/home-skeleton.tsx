import { TabsSkeleton } from '@/components/wallet/display/form-skeleton';
import { Bar, HeadingSkeleton, RowSkeletons, TextBar } from '@/components/wallet/display/skeleton';

/** Placeholder for the signed-in user's first page. */
export function HomeSkeleton() {
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-x-14">
      <div className="grid content-start gap-8">
        <div className="grid content-start gap-2">
          <TextBar size="text-sm" className="w-24" />
          <div className="flex h-[1.15em] items-center font-display text-3xl leading-none">
            <Bar className="h-[0.7em] w-[5em]" />
          </div>
          <div className="grid min-h-24 content-start gap-3 pt-1.5">
            <Bar className="w-40" />
            <Bar className="w-24" />
            <Bar className="mt-2 w-64" />
          </div>
        </div>
        <div className="flex gap-2 sm:gap-3">
          {['send', 'receive', 'swap', 'deposit'].map((action) => (
            <span key={action} className="h-18 flex-1 rounded-sharp bg-line" />
          ))}
        </div>
        <div className="grid content-start gap-2">
          <HeadingSkeleton className="w-24" />
          <div>
            <TabsSkeleton count={3} />
            <div className="pt-6">
              <RowSkeletons count={6} />
            </div>
          </div>
        </div>
      </div>
      <div className="grid content-start gap-3 max-xl:hidden">
        <HeadingSkeleton className="w-28" />
        <RowSkeletons count={5} />
      </div>
    </div>
  );
}
