import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ChainMapping } from '@/lib/api/types';
import { type ActivityRow, rowKey } from '@/lib/chain/activity/activity-row';
import { ActivityLine } from './activity-line';

const ROW_PX = 76;
const OVERSCAN = 12;
/** So many rows are all in the page, for print and for the browser's own search. */
const FEW = 150;
const HEAD = 'py-2 pe-4 text-start text-sm font-normal text-muted';

/**
 * The rows as a table of which only what is near the window is in the page; the space around it has the height
 * of the rest.
 */
export function ActivityTable({
  rows,
  chains,
}: {
  rows: readonly ActivityRow[];
  chains: readonly ChainMapping[];
}) {
  const t = useTranslations('wallet.activity');
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    measureElement: (element) => element.getBoundingClientRect().height || ROW_PX,
    getItemKey: (index) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
    overscan: rows.length > FEW ? OVERSCAN : FEW,
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
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);

  return (
    // The header moves on with the rows that are there; it is out of sight by then.
    <div ref={frame} style={{ paddingTop: before, paddingBottom: after }}>
      <table
        aria-label={t('title')}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-t border-line"
      >
        <thead ref={head}>
          <tr aria-rowindex={1} className="border-b border-line">
            <th scope="col" className={`${HEAD} w-[58%] md:w-[34%]`}>
              {t('what')}
            </th>
            <th scope="col" className={`${HEAD} max-md:pe-0 max-md:text-end`}>
              {t('amounts')}
            </th>
            <th scope="col" className={`${HEAD} hidden md:table-cell md:w-[24%]`}>
              {t('when')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ index, key }) => {
            const row = rows[index];
            return row ? (
              <ActivityLine
                key={key}
                row={row}
                chains={chains}
                index={index}
                onMeasure={virtualizer.measureElement}
              />
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}
