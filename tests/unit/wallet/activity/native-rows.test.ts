import { type Address, type Hash, padHex, toHex } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { activityCsv } from '@/lib/wallet/activity/activity-csv';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';
import { addNativeRows } from '@/lib/wallet/activity/native-rows';
import type { IncomingPayment } from '@/lib/wallet/incoming/incoming-payment';

const hash = (number: number): Hash => padHex(toHex(number), { size: 32 });
const payer: Address = padHex('0x2', { size: 20 });
const ether = { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 1 };
const payment = (part: Partial<IncomingPayment>): IncomingPayment => ({
  ...{ id: 'one', token: NATIVE_TOKEN, amount: 5n, from: payer, isContract: false, hash: hash(1) },
  ...{ block: 7n, blockHash: hash(70), at: 9_000, isOwn: false, ...part },
});
const withdrawal: ActivityRow = {
  ...{ chainId: 1, hash: hash(2), kind: 'withdraw', out: [], in: [{ token: ether, amount: 3n }], block: 7n },
  ...{ allowance: null, counterparty: null, at: 9_000, status: 'confirmed', isVerified: false },
};
const add = (payments: readonly IncomingPayment[], rows: readonly ActivityRow[] = []) =>
  addNativeRows(rows, payments, 1, ether);
const byCode = { from: null, isContract: true, hash: null };

test('WAL-21 a received transfer of native currency is a row with its sender', () => {
  expect(add([payment({})])).toEqual([
    expect.objectContaining({ hash: hash(1), kind: 'receive', counterparty: payer, block: 7n, at: 9_000 }),
  ]);
});

test('WAL-21 what a contract paid is listed without a transaction, and not if the logs of its block explain it', async () => {
  const [row] = add([payment({ ...byCode, amount: 8n })]);
  expect(row).toMatchObject({ hash: hash(70), isInternal: true, in: [{ amount: 8n }], counterparty: null });
  expect(add([payment({ ...byCode, amount: 3n })], [withdrawal])).toEqual([withdrawal]);
  expect(add([payment({ ...byCode, amount: 8n })], [withdrawal])).toEqual([
    withdrawal,
    expect.objectContaining({ isInternal: true, in: [{ token: ether, amount: 5n }] }),
  ]);
  // A block's hash isn't a transaction's.
  expect(await activityCsv(row ? [row] : [], [], { ofMove: new Map() })).not.toContain(hash(70));
});

test('WAL-21 tokens come from the logs only', () => {
  expect(add([payment({ token: payer })])).toEqual([]);
});
