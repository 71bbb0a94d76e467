import { formatUnits } from 'viem';
import type { ChainMapping } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { inSlices } from '@/lib/evm/read-many';
import { csvLines, csvText } from '@/lib/format/csv';
import type { ActivityRow } from './activity-row';

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
  return rows.flatMap(
    ({ chainId, hash, kind, at, status, counterparty, isVerified, isInternal, ...sides }) => {
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
        isInternal ? '' : hash,
        chain && !isInternal ? chain.browserTx + hash : '',
        isVerified ? 'yes' : 'no',
      ]);
    },
  );
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
