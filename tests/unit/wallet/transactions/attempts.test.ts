import type { Address } from 'viem';
import {
  type Asked,
  beginAttempt,
  endAttempt,
  isRecoverable,
  useAttempts,
  watchAttempts,
} from '@/lib/wallet/transactions/attempts';
import { transactionKinds } from '@/lib/wallet/transactions/transaction-kinds';

const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const hash = `0x${'1'.repeat(64)}` as const;
const asked: Asked = {
  ...{ kind: 'deposit', coinId: 1, amountRaw: '5', decimals: 18, symbol: 'TIDE' },
  ...{ chainId: 901, account, contract: account, fromBlock: '12' },
};
const KEY = 'tidewell.attempts';
const entries = () => useAttempts.getState().entries;

/** Stores a list from another tab. Returns the entries that this tab then has. */
function storeElsewhere(list: readonly unknown[]) {
  localStorage.setItem(KEY, JSON.stringify(list));
  const stop = watchAttempts();
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, storageArea: localStorage }));
  stop();
  return entries();
}

test('WAL-9 a request is stored with its time until it ends', () => {
  const before = Date.now();
  const [first, second] = [beginAttempt(asked), beginAttempt({ ...asked, batch: hash })];
  expect(first).not.toBe(second);
  expect(entries()).toEqual([
    { ...asked, id: first, createdAt: expect.any(Number) },
    { ...asked, batch: hash, id: second, createdAt: expect.any(Number) },
  ]);
  expect(entries()[0]?.createdAt).toBeGreaterThanOrEqual(before);
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual(entries());
  endAttempt(first);
  expect(entries().map(({ id }) => id)).toEqual([second]);
  endAttempt(second);
  expect(entries()).toEqual([]);
});

test('WAL-9 drops damaged requests from storage', () => {
  const stored = { ...asked, id: 'a', createdAt: 1_000 };
  const damaged = Object.entries({
    ...{ id: [5, null], chainId: ['901', 1.5], account: ['0x1', 5], contract: ['0x1', 5] },
    ...{ fromBlock: ['', '-1', 'x1', '1x', '1'.repeat(21), 5], batch: ['0x1', 5, null] },
    ...{ createdAt: ['1000', null], kind: ['bump'], amountRaw: ['x'] },
  }).flatMap(([field, values]) => values.map((value) => ({ ...stored, [field]: value })));
  const valid = [stored, { ...stored, fromBlock: '1'.repeat(20) }, { ...stored, batch: hash }];
  expect(storeElsewhere([...damaged, null, 'x', ...valid])).toEqual(valid);
  storeElsewhere([]);
});

test('WAL-9 stores only requests whose transactions can be found on chain', () => {
  expect(transactionKinds.filter(isRecoverable).sort()).toEqual(
    ['deposit', 'withdraw', 'send', 'swap', 'stake', 'unstake', 'contribute', 'pledge'].sort(),
  );
});
