import { splitNetwork } from '@/lib/evm/chain-short-names';
import { endOfDay, startOfDay } from '@/lib/format/zoned-time';
import { type ActivityKind, type ActivityRow, activityKinds, type Move } from './activity-row';

export const directions = ['in', 'out'] as const;
export type Direction = (typeof directions)[number];

/** Activity filter. Null and '' match everything. */
export type ActivityFilter = {
  kind: ActivityKind | null;
  chainId: number | null;
  /** Token symbol, matched on all networks. */
  token: string;
  direction: Direction | null;
  /** First and last day in the user's time zone, as YYYY-MM-DD. */
  from: string;
  to: string;
  /** Text to find in `searchText`. */
  text: string;
};

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Parses the filter from search params. Missing and invalid values are ignored. */
export function readActivityFilter(params: Pick<URLSearchParams, 'get'>): ActivityFilter {
  const day = (name: string) => (isDay(params.get(name)) ? (params.get(name) ?? '') : '');
  const chain = params.get('chain') ?? '';
  return {
    kind: activityKinds.find((kind) => kind === params.get('kind')) ?? null,
    chainId: /^[1-9]\d{0,14}$/.test(chain) ? Number(chain) : null,
    token: params.get('token')?.slice(0, 64) ?? '',
    direction: directions.find((direction) => direction === params.get('direction')) ?? null,
    from: day('from'),
    to: day('to'),
    text: params.get('search')?.slice(0, 128) ?? '',
  };
}

/** Returns the search params for a filter, omitting empty values. */
export function activityParams({ kind, chainId, token, direction, from, to, text }: ActivityFilter) {
  const wanted = { kind, chain: chainId, token, direction, from, to, search: text };
  return new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );
}

export const isFiltered = (filter: ActivityFilter): boolean => activityParams(filter).size > 0;

/** Returns a row's searchable text in lowercase: its hash, its counterparty, and its displayed words. */
export const searchText = ({ hash, counterparty }: ActivityRow, words: readonly string[]): string =>
  [hash, counterparty, ...words].join('\n').toLocaleLowerCase();

/** Returns the rows that match the filter. Treats pending rows as if they happened now. */
export function filterActivity(
  rows: readonly ActivityRow[],
  { kind, chainId, token, direction, from, to, text }: ActivityFilter,
  /** Returns a row's `searchText`. */
  textOf: (row: ActivityRow) => string,
  /** The time zone of the days, or undefined for the device's. */
  timeZone: string | undefined,
): ActivityRow[] {
  const start = from ? startOfDay(from, timeZone) : Number.NEGATIVE_INFINITY;
  const end = to ? endOfDay(to, timeZone) : Number.POSITIVE_INFINITY;
  const wanted = splitNetwork(text).rest.toLocaleLowerCase();
  const now = Date.now();
  // This runs over all rows on each keystroke, so it avoids creating objects.
  const isMoved = ({ out, in: into, allowance, requested }: ActivityRow): boolean => {
    if (direction === null && token === '') return true;
    const isOf = (move: Move) => token === '' || move.token.symbol === token;
    return (
      (direction !== 'in' && out.some(isOf)) ||
      (direction !== 'out' && into.some(isOf)) ||
      (direction === null && allowance !== null && isOf(allowance)) ||
      (direction === null && requested !== undefined && isOf(requested))
    );
  };
  return rows.filter((row) => {
    const at = row.at ?? now;
    return (
      (kind === null || row.kind === kind) &&
      (chainId === null || row.chainId === chainId) &&
      at >= start &&
      at < end &&
      isMoved(row) &&
      (wanted === '' || textOf(row).includes(wanted))
    );
  });
}

/** Returns the unique symbols of all transferred or approved tokens, sorted. */
export function symbolsOf(rows: readonly ActivityRow[]): string[] {
  const symbols = new Set<string>();
  for (const row of rows) {
    for (const { token } of row.out) symbols.add(token.symbol);
    for (const { token } of row.in) symbols.add(token.symbol);
    if (row.allowance) symbols.add(row.allowance.token.symbol);
    if (row.requested) symbols.add(row.requested.token.symbol);
  }
  return [...symbols].sort();
}
