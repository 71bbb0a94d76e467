import { useTimeZone } from 'next-intl';
import { DayName } from '@/components/wallet/display/day-name';
import { groupByDay } from '@/lib/wallet/activity/day-groups';
import { type ActivityItem, ActivityRow } from './activity-row';

/** Transactions, newest first, as one list per day. */
export function DayLists({ items }: { items: readonly ActivityItem[] }) {
  const timeZone = useTimeZone();
  return (
    <div>
      {groupByDay(items, timeZone).map(({ day, rows }) => (
        <div key={day}>
          <h3 className="flex min-h-8 items-end border-b border-line pb-1 text-sm text-muted">
            <DayName day={day} />
          </h3>
          <ul>
            {rows.map((item) => (
              <ActivityRow key={`${item.href} ${item.at} ${item.network}`} item={item} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
