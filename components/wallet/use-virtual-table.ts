import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

const OVERSCAN = 12;
/** So many rows are all in the page, for print and for the browser's own search. */
const FEW = 150;

/**
 * What a table of `count` rows has in the page: those near the window, as the space before and after them says, or all
 * of a few. `frame` goes around the table and gets the space, `head` to its header.
 */
export function useVirtualTable({
  count,
  rowPx,
  keyOf,
}: {
  count: number;
  /** What a row is expected to measure until it is there, in CSS pixels. */
  rowPx: number;
  keyOf: (index: number) => string | number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    measureElement: (element) => element.getBoundingClientRect().height || rowPx,
    getItemKey: keyOf,
    overscan: count > FEW ? OVERSCAN : FEW,
    // React 19 forbids that within its own effects, where the table is measured.
    useFlushSync: false,
    scrollMargin,
  });
  // What stands above the table may have grown with what has been read. A panel that is unfolded meanwhile is smaller
  // than what is kept beyond the window.
  useLayoutEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY + (head.current?.offsetHeight ?? 0)));
  });
  const rows = virtualizer.getVirtualItems();
  return {
    frame,
    head,
    /** Their places among all rows, from 0. */
    rows: rows.map(({ index, key }) => ({ index, key })),
    measure: virtualizer.measureElement,
    space: {
      paddingTop: (rows[0]?.start ?? scrollMargin) - scrollMargin,
      paddingBottom: virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin),
    },
  };
}
