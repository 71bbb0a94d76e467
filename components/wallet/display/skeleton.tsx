/** Placeholder for a line of text that is loading. */
export function Bar({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block max-w-full rounded-sharp bg-line ${/\bh-/.test(className) ? '' : 'h-3'} ${className}`}
    />
  );
}

/** Placeholder for a list row with an icon, two lines, and a value. Has the same height as TokenRow and ActivityRow. */
function RowSkeleton({ className }: { className: string }) {
  return (
    <div
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line ${className}`}
    >
      <span className="size-9 rounded-full bg-line" />
      <span className="grid gap-2.5">
        <Bar className="w-24" />
        <Bar className="w-32" />
      </span>
      <span className="grid justify-items-end gap-2.5">
        <Bar className="w-16" />
        <Bar className="w-10" />
      </span>
    </div>
  );
}

/** Placeholders for list rows that are loading. */
export function RowSkeletons({
  count,
  rowClass = 'min-h-16',
}: {
  count: number;
  /** Class that sets the height of a row. */
  rowClass?: string;
}) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <RowSkeleton key={index} className={rowClass} />
      ))}
    </div>
  );
}
