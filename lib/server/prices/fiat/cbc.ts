import 'server-only';
import { z } from 'zod';
import type { DollarRate } from '@/lib/server/prices/fixed-point';
import { parsePrice } from '../fixed-point';
import { readAs } from '../platforms/platform';

const document = z.object({
  data: z.object({
    /** Rows by day. Each has a date (yyyymmdd), then that day's rates, with a hyphen for a missing rate. */
    dataSets: z.array(z.array(z.string()).min(2)).min(1),
    /** Describes the columns after the date. */
    structure: z.object({ Table1: z.array(z.object({ data: z.string() })) }),
  }),
});

const dayOf = (text: string): Date | null => {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? null : date;
};

/**
 * Parses the newest New Taiwan dollar rate from item BP01D01 of the Central Bank of the Republic of China (Taiwan), in
 * units per US dollar.
 * @throws if the response is in another format.
 */
export function readCbcRates(text: string): DollarRate[] {
  const { dataSets, structure } = readAs(document, text).data;
  const column = structure.Table1.findIndex(({ data }) => /NTD\s*\/\s*USD/i.test(data));
  if (column < 0) throw new Error('the rates lack the New Taiwan dollar');
  const days = dataSets.flatMap((row) => {
    const at = dayOf(row[0] ?? '');
    const rate = parsePrice(row[column + row.length - structure.Table1.length] ?? '');
    return at && rate !== null ? [{ currency: 'TWD', rate, at }] : [];
  });
  const newest = days.reduce<DollarRate | null>(
    (best, day) => (best && best.at >= day.at ? best : day),
    null,
  );
  if (!newest) throw new Error('the rates contain no valid day');
  return [newest];
}
