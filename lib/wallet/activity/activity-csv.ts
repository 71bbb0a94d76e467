import { formatUnits } from 'viem';
import type { ChainMapping } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { inSlices } from '@/lib/evm/read-many';
import type { ActivityRow } from './activity-row';

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that start a formula in spreadsheets, some of them also in full width. */
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;

/** Characters that need quotes. Spreadsheets in some languages also separate cells by semicolons or tabs. */
const SEPARATOR = /[",;\t\r\n]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return SEPARATOR.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLines = (records: readonly (readonly string[])[]): string[] =>
  records.map((record) => `${record.map(cell).join(',')}\r\n`);

/**
 * Returns CSV (RFC 4180) in UTF-8 with a byte order mark: a header and one line per record. Cells that a spreadsheet
 * would run as formulas get a leading apostrophe to prevent CSV injection.
 */
export function csvText(header: readonly string[], records: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvLines([header, ...records]).join('');
}

/**
 * Column names. Other programs may rely on them, so never rename or reorder columns, and add new columns at the end.
 */
const header = [
  'time',
  'network',
  'chain_id',
  'kind',
  'status',
  'direction',
  'amount',
  'token',
  'token_address',
  'counterparty',
  'transaction',
  'explorer',
  'verified',
];

const SLICE = 200;

/** Returns one record per token sent or received, or one for a transaction without token transfers. */
function recordsOf(rows: readonly ActivityRow[], chains: readonly ChainMapping[]): string[][] {
  return rows.flatMap(({ chainId, hash, kind, at, status, counterparty, isVerified, ...sides }) => {
    const chain = chains.find(({ id }) => id === chainId);
    const moves = (['out', 'in'] as const).flatMap((side) =>
      sides[side].map(({ token, amount }) => [
        side,
        formatUnits(amount, token.decimals),
        token.symbol,
        token.address === NATIVE_TOKEN ? '' : token.address,
      ]),
    );
    return (moves.length > 0 ? moves : [['', '', '', '']]).map((move) => [
      at === null ? '' : new Date(at).toISOString(),
      chain?.name ?? '',
      String(chainId),
      kind,
      status,
      ...move,
      counterparty ?? '',
      hash,
      chain ? chain.browserTx + hash : '',
      isVerified ? 'yes' : 'no',
    ]);
  });
}

/**
 * Returns activity as CSV. Times are ISO 8601 in UTC, and amounts are exact decimals. Rows are processed in slices,
 * because there may be thousands.
 */
export async function activityCsv(
  rows: readonly ActivityRow[],
  chains: readonly ChainMapping[],
): Promise<string> {
  const lines = await inSlices(rows, SLICE, (slice) => csvLines(recordsOf(slice, chains)));
  return csvText(header, []) + lines.join('');
}
