import { NATIVE_TOKEN } from '@/lib/evm/address';
import { sum } from '@/lib/evm/bigint';
import { groupBy } from '@/lib/group-by';
import type { IncomingPayment } from '@/lib/wallet/incoming/incoming-payment';
import { type ActivityRow, type ActivityToken, rowKey } from './activity-row';

const nativeIn = (rows: readonly ActivityRow[]): bigint =>
  sum(
    rows.flatMap((row) =>
      row.in.flatMap(({ token, amount }) => (token.address === NATIVE_TOKEN ? amount : [])),
    ),
  );

/**
 * Adds the native currency that an account received on a chain to its rows from logs. The balance shows also what the logs
 * of the same block explain, such as a withdrawal, which isn't listed twice.
 */
export function addNativeRows(
  rows: readonly ActivityRow[],
  payments: readonly IncomingPayment[],
  chainId: number,
  token: ActivityToken | undefined,
): ActivityRow[] {
  const native = payments.filter((payment) => payment.token === NATIVE_TOKEN);
  if (!token || native.length === 0) return [...rows];
  const all = new Map(rows.map((row) => [rowKey(row), row]));
  const byBlock = groupBy(rows, ({ block }) => block);
  for (const { amount, from, hash, block, blockHash, at, isContract } of native) {
    const explained = isContract ? nativeIn(byBlock.get(block) ?? []) : 0n;
    if (amount <= explained) continue;
    const move = { token, amount: amount - explained };
    const place = { chainId, hash: hash ?? blockHash };
    const known = all.get(rowKey(place));
    all.set(
      rowKey(place),
      known
        ? { ...known, in: [...known.in, move] }
        : {
            ...{ ...place, kind: 'receive', out: [], in: [move], allowance: null },
            ...{ counterparty: from, at, block, status: 'confirmed', isVerified: false },
            ...(hash === null ? { isInternal: true } : {}),
          },
    );
  }
  return [...all.values()];
}
