import { dayAt, startOfDay } from '@/lib/format/zoned-time';

/** Transactions of one day (YYYY-MM-DD) in the user's time zone. The day of pending transactions is null. */
export type DayGroup<Row> = { day: string | null; rows: readonly Row[] };

/** Groups rows by their day in a time zone. The rows must be sorted as in the list: pending first, then newest first. */
export function groupByDay<Row extends { at: number | null }>(
  rows: readonly Row[],
  timeZone: string | undefined,
): DayGroup<Row>[] {
  const groups: { day: string | null; rows: Row[] }[] = [];
  // Rows are sorted, so only the first row of a day needs time zone arithmetic, which is slow.
  let start = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && (row.at ?? Number.POSITIVE_INFINITY) >= start) {
      last.rows.push(row);
      continue;
    }
    const day = row.at === null ? null : dayAt(row.at, timeZone);
    start = day === null ? Number.POSITIVE_INFINITY : startOfDay(day, timeZone);
    groups.push({ day, rows: [row] });
  }
  return groups;
}
