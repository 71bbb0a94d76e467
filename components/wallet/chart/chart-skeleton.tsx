import { Bar, LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';

/** Placeholder with the size of a chart, its value, and its table. */
export function ChartShape() {
  return (
    <div className="grid gap-3">
      <div className="grid min-h-17 content-start gap-3 pt-2">
        <Bar className="h-6 w-44" />
        <Bar className="w-32" />
      </div>
      <div className="grid h-72 content-evenly">
        {['top', 'upper', 'lower', 'bottom'].map((line) => (
          <span key={line} className="border-t border-line" />
        ))}
      </div>
      <div className="grid h-6 justify-items-end">
        <Bar className="w-48" />
      </div>
      <Bar className="my-1 w-3/4" />
      <div className="min-h-11.5 border-y border-line" />
    </div>
  );
}

/** A chart that is loading. */
export function ChartSkeleton({ text }: { text: string }) {
  return (
    <>
      <LoadingStatus text={text} />
      <Placeholder>
        <ChartShape />
      </Placeholder>
    </>
  );
}
