import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useBox } from './use-box';

const TABLE_OVERSCAN = 8;
/** Tables with up to this many rows are rendered in full, so that printing and the browser's find function work. */
const FEW = 150;

/**
 * React hook that virtualizes a table of `count` rows. Returns the rows to render, and the space before and after them.
 * Attach `frame` and `space` to the wrapper, and `head` to the table header.
 */
export function useVirtualTable({
  count,
  rowPx,
  keyOf,
}: {
  count: number;
  /** Estimated row height in CSS pixels, until a row of this estimate is measured. */
  rowPx: number | ((index: number) => number);
  /** Returns a row's key. A new function means that the rows changed, so all positions are recalculated. */
  keyOf: (index: number) => string | number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const measured = useRef(new Map<number, number>());
  const estimateOf = (index: number) => (typeof rowPx === 'number' ? rowPx : rowPx(index));
  // Use only the header's height, because the header's position depends on the space before the rows.
  const { top } = useBox(frame);
  const { height } = useBox(head);
  const scrollMargin = top + height;
  const virtualizer = useWindowVirtualizer({
    count,
    // Use the last measured height as the estimate. Measuring another row of that height then doesn't shift any rows.
    estimateSize: (index) => measured.current.get(estimateOf(index)) ?? estimateOf(index),
    measureElement: (element, _entry, { indexFromElement }) => {
      const estimate = estimateOf(indexFromElement(element));
      const height = element.getBoundingClientRect().height || estimate;
      measured.current.set(estimate, height);
      return height;
    },
    getItemKey: keyOf,
    overscan: count > FEW ? TABLE_OVERSCAN : FEW,
    // The table is measured in an effect, where React 19 forbids flushSync.
    useFlushSync: false,
    scrollMargin,
  });
  const rows = virtualizer.getVirtualItems();
  return {
    frame,
    head,
    /** Rows to render, with zero-based indexes among all rows. */
    rows: rows.map(({ index, key }) => ({ index, key })),
    measure: virtualizer.measureElement,
    space: {
      paddingTop: (rows[0]?.start ?? scrollMargin) - scrollMargin,
      paddingBottom: virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin),
    },
  };
}
