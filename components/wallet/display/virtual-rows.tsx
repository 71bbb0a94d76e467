import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Box = { top: number; width: number; height: number };

/** An element's distance from the top of the page, its width and its height, in whole CSS pixels, as they are now. */
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
    // What stands above it moves it, too.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return box;
}

/** Rows beyond the window that are kept, so that the keyboard finds the next one. */
const OVERSCAN = 3;

/**
 * A list that may be long: only what is in the window, and a little more, is in the document. `cellWidth` makes as many
 * columns as fit. Scrolls with the page.
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
  /** What a row is expected to measure for a cell's width, in CSS pixels, until it is there. */
  rowHeight: (cellWidth: number) => number;
  /** The least, in CSS pixels; one column without it. */
  cellWidth?: number;
  /** One item; `isMoving` while the page scrolls. */
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
    // It only makes up for rows above that turn out higher or lower than expected; smoothly, that would be seen.
    scrollToFn: (offset, { adjustments = 0 }) => {
      if (adjustments !== 0) window.scrollTo({ top: offset + adjustments, behavior: 'instant' });
    },
  });
  return (
    <div ref={element}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows stand between it and its items */}
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
              // biome-ignore lint/a11y/useSemanticElements: its list is no ul
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
    overscan: count > FEW ? TABLE_OVERSCAN : FEW,
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
