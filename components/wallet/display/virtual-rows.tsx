import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { useBox } from './use-box';

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
