import { ChartShape } from '@/components/wallet/chart/chart-skeleton';
import { Bar, TextBar } from '@/components/wallet/display/skeleton';

/** Class of the total. */
export const totalClass = 'grid content-start gap-2';

/** Class that reserves the height of the total with its notes. */
export const totalHeight = 'min-h-34 md:min-h-37';

/** Placeholder for the total. */
export function TotalBar() {
  return <Bar className="my-[0.25em] h-[0.7em] w-[5em]" />;
}

/** Placeholder for the history of the value, as high as a chart with its notes. */
export function HistorySkeleton() {
  return (
    <div className="grid min-h-[49rem] content-start gap-6 md:min-h-[45rem]">
      <Bar className="h-6 w-40" />
      <ChartShape />
    </div>
  );
}

/** Placeholder for the portfolio page. */
export function PortfolioSkeleton() {
  return (
    <div className="grid gap-12">
      <div className={`${totalClass} ${totalHeight}`}>
        <div className="text-sm">
          <TextBar className="w-24" />
        </div>
        <div className="font-display text-4xl">
          <TotalBar />
        </div>
      </div>
      <HistorySkeleton />
    </div>
  );
}
