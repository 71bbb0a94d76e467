import { formatUnits } from 'viem';
import type { CardStatement, ChainMapping } from '@/lib/api/types';
import { csvText } from '@/lib/format/csv';
import { minorDecimals } from './card-money';

/**
 * Column names. Other programs may rely on them, so never rename or reorder columns, and add new columns at the end.
 */
const header = [
  'time',
  'kind',
  'in',
  'out',
  'balance',
  'token',
  'merchant',
  'card_amount',
  'card_currency',
  'merchant_amount',
  'merchant_currency',
  'price_usd',
  'margin_percent',
  'purchase',
  'transaction',
  'network',
];

const decimalOf = (minor: string | null, currency: string | null) =>
  minor === null || currency === null ? '' : formatUnits(BigInt(minor), minorDecimals(currency));

/**
 * Returns a statement as CSV, with lines for the opening and closing balance. Times are ISO 8601 in UTC, and amounts are
 * exact decimals.
 */
export function statementCsv(
  { rows, opening, closing, decimals, month }: CardStatement,
  { symbol, currency, chain }: { symbol: string; currency: string; chain: ChainMapping | undefined },
): string {
  const tokens = (raw: string) => formatUnits(BigInt(raw), decimals);
  const balanceLine = (kind: string, raw: string) => {
    const cells = header.map((): string => '');
    [cells[0], cells[1], cells[4], cells[5], cells[15]] = [
      month,
      kind,
      tokens(raw),
      symbol,
      chain?.name ?? '',
    ];
    return cells;
  };
  return csvText(header, [
    balanceLine('opening', opening),
    ...rows.map((row) => [
      new Date(row.at).toISOString(),
      row.kind,
      // Two columns, because spreadsheets would take a leading minus sign for a formula.
      row.tokens.startsWith('-') ? '' : tokens(row.tokens),
      row.tokens.startsWith('-') ? tokens(row.tokens.slice(1)) : '',
      tokens(row.balance),
      symbol,
      row.merchantName ?? '',
      decimalOf(row.amount, currency),
      row.amount === null ? '' : currency.toUpperCase(),
      decimalOf(row.merchantAmount, row.merchantCurrency),
      row.merchantCurrency?.toUpperCase() ?? '',
      row.price ?? '',
      row.marginBps === null ? '' : String(row.marginBps / 100),
      row.purchaseId ?? '',
      row.txHash,
      chain?.name ?? '',
    ]),
    balanceLine('closing', closing),
  ]);
}

/** Returns a UTC month as `yyyy-mm`, `back` months before the one of `now` (ms since the epoch). */
export function monthOf(now: number, back = 0): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
}
