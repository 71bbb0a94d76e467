import { type Address, zeroAddress } from 'viem';
import {
  isSignedTransfer,
  isSuperseded,
  type TransferOrder,
} from '@/lib/wallet/free-transfers/signed-transfer';
import {
  beginTransfer,
  declineInList,
  earlierTransfers,
  endInList,
  readTransfers,
  signInList,
  useTransfers,
} from '@/lib/wallet/free-transfers/transfer-ledger';
import { stageOf } from '@/lib/wallet/free-transfers/transfer-stage';

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const order: TransferOrder = {
  ...{ account: address('1'), chainId: 31337, route: 'vault', contract: address('2'), token: zeroAddress },
  ...{ recipient: address('3'), coinId: 1, symbol: 'ETH', decimals: 18, amountRaw: '7' },
};
let deadline = 2_000_000_000;
const begin = (of: Partial<TransferOrder> = {}) =>
  beginTransfer({ ...order, ...of }, { deadline: deadline++, fromBlock: '9' });
const confirm = (id: `0x${string}`) =>
  endInList(id, { kind: 'confirmed', txHash: id, block: '10', isFinal: true });

afterEach(() => {
  localStorage.clear();
  useTransfers.setState({ entries: [] });
});

test('FREE-9 a transfer is stored before its signature, and read again after a reload', () => {
  const { id } = begin();
  const stored: unknown = JSON.parse(localStorage.getItem('tidewell.signedTransfers') ?? '[]');
  expect(stored).toMatchObject([{ id, amountRaw: '7' }]);
  expect((stored as unknown[]).every(isSignedTransfer)).toBe(true);
  signInList(id, '0x5e');
  expect(readTransfers()).toMatchObject([{ id, signature: '0x5e' }]);
});

test('FREE-9 a stored transfer whose ID isn’t the hash of its message is dropped', () => {
  const transfer = begin();
  expect(isSignedTransfer({ ...transfer, amountRaw: '8' })).toBe(false);
  expect(isSignedTransfer({ ...transfer, recipient: address('4') })).toBe(false);
  expect(isSignedTransfer({ ...transfer, signature: 'x' })).toBe(false);
});

test('FREE-9 a payment that is signed again has the nonce of the first one, so that only one can happen', () => {
  const first = begin();
  const again = begin();
  expect(again.nonce).toBe(first.nonce);
  expect(again.id).not.toBe(first.id);
  const other = begin({ amountRaw: '8' });
  expect(BigInt(other.nonce)).toBe(BigInt(first.nonce) + 1n);
  expect(earlierTransfers(readTransfers(), order).map(({ id }) => id)).toEqual([first.id, again.id]);

  confirm(again.id);
  expect(stageOf(first, readTransfers(), undefined)).toBe('replaced');
  expect(earlierTransfers(readTransfers(), order)).toMatchObject([{ id: again.id }]);
  // The payment has ended, so the next one of the same amount is another one.
  expect(BigInt(begin().nonce)).toBe(BigInt(other.nonce) + 1n);
});

test('FREE-9 nonces of a device follow each other, and move to another group after 256', () => {
  const first = begin();
  const group = BigInt(first.nonce) / 256n;
  useTransfers.setState({ entries: [] });
  localStorage.clear();
  expect(BigInt(begin().nonce) / 256n).not.toBe(group);
  for (let index = 0; index < 256; index += 1) confirm(begin({ amountRaw: String(index + 10) }).id);
  const nonces = readTransfers().map(({ nonce }) => BigInt(nonce));
  expect(new Set(nonces).size).toBe(nonces.length);
});

test('FREE-9 a declined request isn’t named, and its nonce is used again', () => {
  const { id, nonce } = begin();
  declineInList(id);
  expect(earlierTransfers(readTransfers(), order)).toEqual([]);
  expect(begin().nonce).toBe(nonce);
});

test('FREE-9 a payment that was confirmed today is named before the same payment, and has another nonce', () => {
  const { id, nonce } = begin();
  confirm(id);
  expect(earlierTransfers(readTransfers(), order)).toMatchObject([{ id }]);
  expect(begin().nonce).not.toBe(nonce);
});

test('FREE-9 the same message is open again, also after the wallet declined it', () => {
  const terms = { deadline: 2_100_000_000, fromBlock: '9' };
  const { id } = beginTransfer(order, terms);
  declineInList(id);
  expect(earlierTransfers(readTransfers(), order)).toEqual([]);
  expect(beginTransfer(order, terms).id).toBe(id);
  expect(earlierTransfers(readTransfers(), order)).toMatchObject([{ id }]);
});

test('FREE-9 a signed payment isn’t replaced by one that the wallet declined', () => {
  const wallet = { route: 'wallet', contract: order.token } as const;
  const domain = { name: 'Test', version: '1' };
  const sign = () =>
    beginTransfer({ ...order, ...wallet }, { deadline: deadline++, fromBlock: '9', domain }).id;
  const first = sign();
  signInList(first, '0x5e');
  const second = sign();
  declineInList(second);
  const of = (id: string) => readTransfers().find((entry) => entry.id === id);
  const [signed, declined] = [of(first), of(second)];
  if (!signed || !declined) throw new Error('a transfer is missing');
  expect(declined.nonce).toBe(signed.nonce);
  expect(isSuperseded(signed, readTransfers())).toBe(false);
  expect(isSuperseded(declined, readTransfers())).toBe(true);
  signInList(second, '0x5f');
  expect(readTransfers().map((one) => isSuperseded(one, readTransfers()))).toEqual([true, false]);
});

test('FREE-9 a payment that is signed again is searched from the first request on', () => {
  begin();
  const again = beginTransfer(order, { deadline: deadline++, fromBlock: '90' });
  expect(again.fromBlock).toBe('9');
});
