import { useTranslations } from 'next-intl';
import { type ComponentProps, useCallback } from 'react';
import { useVirtualTable } from '@/components/wallet/display/use-virtual-table';
import { type ActivityRow, rowKey } from '@/lib/wallet/activity/activity-row';
import { ActivityLine } from './activity-line';

const ROW_PX = 72;
const HEAD = 'py-2 pe-4 text-start text-sm font-normal text-muted';

/** The rows as a table of which only what is near the window is in the page. */
export function ActivityTable({
  rows,
  ...line
}: Pick<ComponentProps<typeof ActivityLine>, 'chains' | 'nameOf'> & {
  rows: readonly ActivityRow[];
}) {
  const t = useTranslations('wallet.activity');
  const table = useVirtualTable({
    count: rows.length,
    rowPx: ROW_PX,
    keyOf: useCallback(
      (index) => {
        const row = rows[index];
        return row ? rowKey(row) : index;
      },
      [rows],
    ),
  });

  return (
    // The header moves on with the rows that are there; it is out of sight by then.
    <div ref={table.frame} style={table.space}>
      <table
        aria-label={t('title')}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-t border-line"
      >
        <thead ref={table.head}>
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
          {table.rows.map(({ index, key }) => {
            const row = rows[index];
            return row ? (
              <ActivityLine key={key} row={row} {...line} index={index} onMeasure={table.measure} />
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}
