import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useBox } from './use-box';

const OVERSCAN = 8;
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
  /** Another one when the rows are others: every row's place is reckoned anew then. */
  keyOf: (index: number) => string | number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const measured = useRef(rowPx);
  // The header moves with the space before the rows: where it stands tells nothing, how high it is does.
  const { top } = useBox(frame);
  const { height } = useBox(head);
  const scrollMargin = top + height;
  const virtualizer = useWindowVirtualizer({
    count,
    // A row that measures what was expected moves no other one.
    estimateSize: () => measured.current,
    measureElement: (element) => {
      measured.current = element.getBoundingClientRect().height || rowPx;
      return measured.current;
    },
    getItemKey: keyOf,
    overscan: count > FEW ? OVERSCAN : FEW,
    // React 19 forbids that within its own effects, where the table is measured.
    useFlushSync: false,
    scrollMargin,
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
