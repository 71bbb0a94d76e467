import { formatUnits } from 'viem';
import type { z } from 'zod';
import type { activity } from '@/lib/api/schemas/activity';
import type { transactions } from '../db/transaction-tables';

/** A stored row as the API shows it, seen from the chain's `head`. */
export function asActivity(row: typeof transactions.$inferSelect, head: bigint): z.input<typeof activity> {
  return {
    kind: row.kind,
    chainId: row.chainId,
    txHash: row.txHash,
    status: 'credited',
    amount: formatUnits(row.amountRaw, row.decimals),
    coinId: row.coinId,
    confirmations: Number(head - row.blockNumber + 1n),
    at: row.blockTime.toISOString(),
  };
}
