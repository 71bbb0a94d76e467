/** What counts against a card's limits: amounts of the UTC day and month of `day`, counted in days from 1970. */
type Usage = { day: number; perDay: bigint; perMonth: bigint };

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Returns a UTC day as it is stored, such as 2026-11-29. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const monthOf = (day: number) => dayText(day).slice(0, 7);

/**
 * Returns what will count once holds are placed, oldest first, as the contract counts: on the day of the approval, or of the latest
 * hold if that is later.
 */
export function usageAfter(
  before: Usage,
  holds: readonly { approvedAt: Date | null; amountRaw: bigint }[],
): Usage {
  return holds.reduce((usage, { approvedAt, amountRaw }) => {
    const day = Math.max(usage.day, Math.floor((approvedAt?.getTime() ?? 0) / DAY_MS));
    return {
      day,
      perDay: (day === usage.day ? usage.perDay : 0n) + amountRaw,
      perMonth: (monthOf(day) === monthOf(usage.day) ? usage.perMonth : 0n) + amountRaw,
    };
  }, before);
}
