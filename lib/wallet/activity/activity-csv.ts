import { formatUnits } from 'viem';
import type { ChainMapping } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { inSlices } from '@/lib/evm/read-many';
import { csvLines, csvText } from '@/lib/format/csv';
import { FIAT_VALUE_DECIMALS } from '@/lib/wallet/balances/fiat-value';
import type { ActivityRow, Move } from './activity-row';
import type { CostBasis } from './cost-basis';

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
  'price_usd',
  'value_usd',
  'cost_usd',
  'profit_usd',
  'price_kind',
];

const SLICE = 200;

const dollars = (usd: bigint | undefined) => (usd === undefined ? '' : formatUnits(usd, FIAT_VALUE_DECIMALS));

/** Returns the cells with what is known of an amount in US dollars. Unknown ones are empty. */
function costCells(ofMove: CostBasis['ofMove'], move: Move | null, isTest: boolean): string[] {
  const { price = '', value, cost, profit } = (move && ofMove.get(move)) ?? {};
  const isSample = value?.isSample || cost?.isSample;
  const kind = value || cost ? (isTest ? 'test' : isSample ? 'sample' : 'market') : '';
  return [price, dollars(value?.usd), dollars(cost?.usd), dollars(profit), kind];
}

/** Returns one record per token sent or received, or one for a transaction without token transfers. */
function recordsOf(
  rows: readonly ActivityRow[],
  chains: readonly ChainMapping[],
  ofMove: CostBasis['ofMove'],
): string[][] {
  return rows.flatMap(
    ({ chainId, hash, kind, at, status, counterparty, isVerified, isInternal, ...sides }) => {
      const chain = chains.find(({ id }) => id === chainId);
      const moves = (['out', 'in'] as const).flatMap((side) =>
        sides[side].map((move) => ({
          move,
          amounts: [
            side,
            formatUnits(move.amount, move.token.decimals),
            move.token.symbol,
            move.token.address === NATIVE_TOKEN ? '' : move.token.address,
          ],
        })),
      );
      return (moves.length > 0 ? moves : [{ move: null, amounts: ['', '', '', ''] }]).map(
        ({ move, amounts }) => [
          at === null ? '' : new Date(at).toISOString(),
          chain?.name ?? '',
          String(chainId),
          kind,
          status,
          ...amounts,
          counterparty ?? '',
          isInternal ? '' : hash,
          chain && !isInternal ? chain.browserTx + hash : '',
          isVerified ? 'yes' : 'no',
          ...costCells(ofMove, move, chain?.testnet === true),
        ],
      );
    },
  );
}

/**
 * Returns activity as CSV. Times are ISO 8601 in UTC, and amounts are exact decimals. Rows are processed in slices,
 * because there may be thousands. Cells in US dollars are empty if the value is unknown.
 */
export async function activityCsv(
  rows: readonly ActivityRow[],
  chains: readonly ChainMapping[],
  { ofMove }: Pick<CostBasis, 'ofMove'>,
): Promise<string> {
  const lines = await inSlices(rows, SLICE, (slice) => csvLines(recordsOf(slice, chains, ofMove)));
  return csvText(header, []) + lines.join('');
}
