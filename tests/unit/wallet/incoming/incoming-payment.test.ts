import { type Address, type Hash, padHex, type TransactionReceipt, toHex } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import {
  type IncomingPayment,
  mergePayments,
  type PaidBlock,
  paymentsInBlock,
} from '@/lib/wallet/incoming/incoming-payment';
import { paymentOutcome } from '@/lib/wallet/incoming/payment-outcome';

const address = (number: number): Address => padHex(toHex(number), { size: 20 });
const hash = (number: number): Hash => padHex(toHex(number), { size: 32 });
const [me, payer, router, usdt] = [1, 2, 3, 4].map(address) as [Address, Address, Address, Address];

type Move = { from: Address; to: Address; value: bigint; input?: Hash; fee?: bigint; fails?: boolean };

/** Returns the native payments of a block with some transactions, in which the balance rose by `rise`. */
function inBlock(rise: bigint, moves: readonly Move[]) {
  const transactions = moves.map(({ from, to, value, input = '0x' }, index) => {
    return { hash: hash(index), from, to, value, input };
  });
  const receipts = new Map(
    moves.map(({ fee = 0n, fails = false }, index): [Hash, TransactionReceipt] => [
      hash(index),
      {
        gasUsed: fee,
        effectiveGasPrice: 1n,
        status: fails ? 'reverted' : 'success',
      } as TransactionReceipt,
    ]),
  );
  const block: PaidBlock = { number: 7n, hash: hash(70), timestamp: 100n, transactions };
  return paymentsInBlock(me, { before: 1_000n, after: 1_000n + rise }, block, receipts);
}

test.each<[string, bigint, Move[], Partial<IncomingPayment>[]]>([
  [
    'a plain transfer',
    5n,
    [{ from: payer, to: me, value: 5n }],
    [{ amount: 5n, from: payer, isContract: false, hash: hash(0), at: 100_000, isOwn: false }],
  ],
  [
    'two transfers at once, and one of another account',
    12n,
    [
      { from: payer, to: me, value: 5n },
      { from: payer, to: router, value: 9n },
      { from: router, to: me, value: 7n },
    ],
    [{ amount: 5n }, { amount: 7n }],
  ],
  [
    'a payment by a router, of which no transaction names the account',
    8n,
    [{ from: payer, to: router, value: 8n, input: hash(1) }],
    [{ amount: 8n, from: null, isContract: true, hash: null, isOwn: false }],
  ],
  [
    'a transfer and a payment by a router in one block, minus what the account spent',
    5n + 8n - 30n - 2n,
    [
      { from: payer, to: me, value: 5n },
      { from: payer, to: router, value: 8n, input: hash(1) },
      { from: me, to: payer, value: 30n, fee: 2n },
    ],
    [
      { amount: 5n, from: payer },
      { amount: 8n, from: null },
    ],
  ],
  ['a transfer to itself, which costs only its fee', -2n, [{ from: me, to: me, value: 30n, fee: 2n }], []],
  ['a failed payment of the account', -2n, [{ from: me, to: router, value: 30n, fee: 2n, fails: true }], []],
  ['a failed payment to the account', 0n, [{ from: payer, to: me, value: 5n, fails: true }], []],
  [
    'what a call of the account itself paid out',
    8n - 2n,
    [{ from: me, to: router, value: 0n, input: hash(1), fee: 2n }],
    [{ amount: 8n, from: router, hash: hash(0), isOwn: true }],
  ],
  [
    'a payment that the account passed on at once',
    0n,
    [{ from: payer, to: me, value: 5n }],
    [{ amount: 5n }],
  ],
])('WAL-20 balances and transactions of a block show %s', (_name, rise, moves, expected) => {
  expect(inBlock(rise, moves)).toMatchObject(expected);
  expect(inBlock(rise, moves)).toHaveLength(expected.length);
});

const payment = (id: string, amount: bigint, part: Partial<IncomingPayment> = {}): IncomingPayment => ({
  ...{
    id,
    token: usdt,
    amount,
    from: payer,
    isContract: false,
    hash: hash(1),
    block: 5n,
    blockHash: hash(5),
  },
  ...{ at: 0, isOwn: false, ...part },
});
const [three, two] = [payment('three', 3n), payment('two', 2n)];
const coin = payment('coin', 9n, { token: NATIVE_TOKEN });
const outcome = (
  amount: bigint | null,
  payments: readonly IncomingPayment[],
  removed: readonly IncomingPayment[] = [],
  since = 4n,
  done: readonly string[] = [],
) => paymentOutcome({ token: usdt, amount }, { payments, removed }, { since, done });

test('WAL-20 payments in the requested token add up to the requested amount, and to more', () => {
  expect(outcome(5n, [])).toMatchObject({ kind: 'waiting', received: 0n });
  expect(outcome(5n, [three])).toMatchObject({ kind: 'part', received: 3n, missing: 2n });
  expect(outcome(5n, [three, two])).toMatchObject({ kind: 'paid', received: 5n, missing: 0n, extra: 0n });
  expect(outcome(4n, [three, two])).toMatchObject({ kind: 'paid', extra: 1n });
  expect(outcome(null, [two])).toMatchObject({ kind: 'paid', received: 2n, extra: 0n });
});

test("WAL-20 another token, earlier payments, and the account's own transactions pay nothing", () => {
  expect(outcome(5n, [coin])).toMatchObject({ kind: 'other', others: [coin], received: 0n });
  expect(outcome(5n, [coin, three])).toMatchObject({ kind: 'part', others: [coin], counted: [three] });
  expect(outcome(3n, [three], [], 5n)).toMatchObject({ kind: 'waiting' });
  expect(outcome(3n, [three, two], [], 4n, ['three'])).toMatchObject({ kind: 'part', counted: [two] });
  expect(outcome(3n, [payment('own', 3n, { isOwn: true })])).toMatchObject({ kind: 'waiting' });
});

test('WAL-20 a request without an amount is paid by any token', () => {
  expect(outcome(null, [coin])).toMatchObject({ kind: 'paid', token: coin.token, others: [] });
  expect(outcome(null, [coin, two])).toMatchObject({ kind: 'paid', token: null, counted: [coin, two] });
  expect(outcome(null, [], [two])).toMatchObject({ kind: 'removed' });
});

test('WAL-20 a removed payment is taken back, until the request is paid again', () => {
  expect(outcome(3n, [], [three])).toMatchObject({ kind: 'removed', missing: 3n, removed: [three] });
  expect(outcome(3n, [two], [three])).toMatchObject({ kind: 'removed', missing: 1n });
  expect(outcome(2n, [two], [three])).toMatchObject({ kind: 'paid', removed: [three] });
});

test('WAL-20 only a reorganization removes payments, and only above its floor', () => {
  const old = payment('old', 1n, { block: 1n });
  const seen = { payments: [three, old], removed: [] };
  // A node that lags answers without the latest logs.
  expect(mergePayments(seen, [], null)).toEqual(seen);
  expect(mergePayments(seen, [], 3n)).toEqual({ payments: [old], removed: [three] });
  // The same transaction in another block.
  const again = { ...three, block: 6n, blockHash: hash(6) };
  expect(mergePayments(seen, [again], 3n)).toEqual({ payments: [again, old], removed: [] });
  expect(mergePayments({ payments: [old], removed: [three] }, [again], null).removed).toEqual([]);
});

test('WAL-20 a payment that only the balance shows is the same in its new block', () => {
  const byCode = { hash: null, token: NATIVE_TOKEN };
  const code = payment('block 5', 3n, byCode);
  const moved = payment('block 6', 3n, { ...byCode, block: 6n });
  const seen = { payments: [code], removed: [] };
  const first = mergePayments(seen, [moved], 3n);
  expect(first).toEqual({ payments: [{ ...moved, firstId: 'block 5' }], removed: [] });
  // It stays so when its block is read again, and when it moves again.
  expect(mergePayments(first, [moved], 3n)).toEqual(first);
  const last = payment('block 8', 3n, { ...byCode, block: 8n });
  expect(mergePayments(first, [last], 3n).payments).toMatchObject([{ id: 'block 8', firstId: 'block 5' }]);
  expect(outcome(null, [{ ...last, firstId: 'block 5' }], [], 4n, ['block 5'])).toMatchObject({
    kind: 'waiting',
  });
  // Its transaction may be found later.
  const plain = payment('hash', 3n, { token: NATIVE_TOKEN });
  expect(mergePayments(seen, [plain], 3n)).toEqual({
    payments: [{ ...plain, firstId: 'block 5' }],
    removed: [],
  });
  // One that was removed is a new payment if it comes back.
  expect(mergePayments({ payments: [], removed: [code] }, [moved], null)).toEqual({
    payments: [moved],
    removed: [],
  });
  const other = payment('block 7', 4n, { ...byCode, block: 7n });
  expect(mergePayments(seen, [other], 3n)).toEqual({ payments: [other], removed: [code] });
});
