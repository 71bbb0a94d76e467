import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Box = { top: number; width: number; height: number };

/** React hook that returns an element's size and its distance from the top of the page, in whole CSS pixels. */
export function useBox(element: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { top, width, height } = current.getBoundingClientRect();
      const next = {
        top: Math.round(top + window.scrollY),
        width: Math.round(width),
        height: Math.round(height),
      };
      const isSame = (known: Box) =>
        known.top === next.top && known.width === next.width && known.height === next.height;
      setBox((known) => (isSame(known) ? known : next));
    };
    measure();
    // Also observe the body, because content above the element can move it.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return box;
}

/** Number of rows rendered outside the viewport, so that keyboard focus can reach the next row. */
const OVERSCAN = 3;

/**
 * Virtualized list that scrolls with the page: only the rows near the viewport are rendered. If `cellWidth` is set, the
 * list has as many columns as fit.
 */
export function VirtualRows<Item>({
  label,
  items,
  keyOf,
  rowHeight,
  cellWidth,
  children,
}: {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Returns the estimated height of a row for a cell width, in CSS pixels. Used until the row is measured. */
  rowHeight: (cellWidth: number) => number;
  /** Minimum width of a cell in CSS pixels. If omitted, there is one column. */
  cellWidth?: number;
  /** Renders an item. `isMoving` is true while the page scrolls. */
  children: (item: Item, isMoving: boolean) => ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  const { top, width } = useBox(element);
  const columns = cellWidth ? Math.max(2, Math.floor(width / cellWidth)) : 1;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => rowHeight(width / columns),
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
    // Scroll only to compensate for rows above the viewport whose height differs from the estimate. The scroll must be
    // instant, because the user would notice smooth scrolling.
    scrollToFn: (offset, { adjustments = 0 }) => {
      if (adjustments !== 0) window.scrollTo({ top: offset + adjustments, behavior: 'instant' });
    },
  });
  return (
    <div ref={element}>
      {/* biome-ignore lint/a11y/useSemanticElements: row elements are between the list and its items */}
      <div role="list" aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => (
          <div
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            role="presentation"
            className={`absolute inset-x-0 top-0 grid ${cellWidth ? 'gap-x-4 pb-6 sm:gap-x-6' : ''}`}
            style={{
              transform: `translateY(${row.start - top}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
              // biome-ignore lint/a11y/useSemanticElements: its list is not a ul
              <div
                key={keyOf(item)}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={row.index * columns + column + 1}
                className="min-w-0"
              >
                {children(item, virtualizer.isScrolling)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

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
  /** Estimated row height in CSS pixels, until a row is measured. */
  rowPx: number;
  /** Returns a row's key. A new function means that the rows changed, so all positions are recalculated. */
  keyOf: (index: number) => string | number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const measured = useRef(rowPx);
  // Use only the header's height, because the header's position depends on the space before the rows.
  const { top } = useBox(frame);
  const { height } = useBox(head);
  const scrollMargin = top + height;
  const virtualizer = useWindowVirtualizer({
    count,
    // Use the last measured height as the estimate. Measuring another row of that height then doesn't shift any rows.
    estimateSize: () => measured.current,
    measureElement: (element) => {
      measured.current = element.getBoundingClientRect().height || rowPx;
      return measured.current;
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
