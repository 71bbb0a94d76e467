import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { useBox } from './use-box';

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
