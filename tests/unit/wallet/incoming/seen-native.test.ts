import { padHex, toHex } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { IncomingPayment } from '@/lib/wallet/incoming/incoming-payment';
import { readSeenNative, writeSeenNative } from '@/lib/wallet/incoming/seen-native';

const me = padHex('0x1', { size: 20 });
const payment = (block: number): IncomingPayment => ({
  ...{ id: `${block}`, token: NATIVE_TOKEN, amount: 1n, from: null, isContract: true, hash: null },
  ...{ block: BigInt(block), blockHash: padHex(toHex(block), { size: 32 }), at: 0, isOwn: false },
});

beforeEach(() => writeSeenNative(1, me, [], readSeenNative(1, me)));

test('WAL-21 of more payments than this device stores, it keeps the newest', () => {
  const newestFirst = Array.from({ length: 250 }, (_, index) => payment(250 - index));
  writeSeenNative(1, me, newestFirst, []);
  const blocks = readSeenNative(1, me).map(({ block }) => Number(block));
  expect(blocks).toHaveLength(200);
  expect([Math.min(...blocks), Math.max(...blocks)]).toEqual([51, 250]);
});

test('WAL-21 a payment whose transaction was found later is stored once', () => {
  writeSeenNative(1, me, [payment(7)], []);
  writeSeenNative(1, me, [{ ...payment(6), id: 'hash', firstId: '7' }], []);
  expect(readSeenNative(1, me).map(({ id }) => id)).toEqual(['hash']);
});
