import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  getAbiItem,
  getAddress,
  type Log,
} from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { wrappedAbi } from '@/lib/wallet/swap/abi';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { Outcome } from '@/lib/wallet/transactions/outcome';
import { settledAmount } from '@/lib/wallet/transactions/settled-amounts';
import type { TransactionKind } from '@/lib/wallet/transactions/transaction-kinds';
import { entry } from '../../../support/ledger-entry';

const account = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const recipient = getAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
const token = getAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359');
const vault = getAddress('0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb');
const stranger = getAddress('0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb');

/** Returns the log of a contract's event. */
function logOf(address: Address, abi: Abi, eventName: string, args: Record<string, unknown>): Log {
  const item = getAbiItem({ abi, name: eventName });
  if (item?.type !== 'event') throw new Error(`no event ${eventName}`);
  const plain = item.inputs.filter(({ indexed }) => !indexed);
  return {
    address,
    topics: encodeEventTopics({ abi, eventName, args }) as Log['topics'],
    data: encodeAbiParameters(
      plain,
      plain.map(({ name = '' }) => args[name]),
    ),
  } as Log;
}
/** The outcome of a transaction with these logs, which the account sent. */
const outcomeWith = (logs: Log[]) =>
  ({ status: 'confirmed', receipt: { from: account, logs }, transaction: null }) as unknown as Outcome;

const transfer = (from: Address, to: Address, value: bigint, address = token) =>
  logOf(address, erc20Abi, 'Transfer', { from, to, value });
const deposited = (amount: bigint, place: { address?: Address; owner?: Address; token?: Address } = {}) =>
  logOf(place.address ?? vault, vaultAbi, 'Deposited', { owner: account, token, ...place, amount });
const withdrawn = (
  amount: bigint,
  fee: bigint,
  place: { address?: Address; owner?: Address; to?: Address } = {},
) =>
  logOf(place.address ?? vault, vaultAbi, 'Withdrawn', {
    ...{ owner: account, token, to: recipient },
    ...place,
    ...{ amount, fee },
  });

/** Returns the settled amount of an entry of a kind whose transaction has these logs. */
const settled = (kind: TransactionKind, logs: Log[], part: Partial<LedgerEntry> = {}) =>
  settledAmount(outcomeWith(logs), {
    ...{ ...entry, kind, account, recipient, token, vault, amountRaw: '10' },
    ...{ request: { ...entry.request, to: vault } },
    ...part,
  });

test('WAL-4 a payment’s amount comes from the token’s own events', () => {
  const own = (value: bigint) => transfer(account, recipient, value);
  expect(settled('send', [own(6n), own(3n)])).toBe(9n);
  const others = [
    transfer(account, recipient, 10n, stranger),
    transfer(stranger, recipient, 10n),
    transfer(account, stranger, 10n),
  ];
  expect(settled('send', [...others, own(4n)])).toBe(4n);
  expect(settled('send', others)).toBe(0n);
  expect(settled('send', [])).toBe(0n);
  // A smart account can make two payments in one transaction.
  const operation = { ...outcomeWith([own(4n), own(10n)]), isShared: true };
  const paid = { ...entry, kind: 'send', account, recipient, token, amountRaw: '10' } as const;
  expect(settledAmount(operation, paid)).toBe(10n);
  expect(settledAmount(operation, { ...paid, amountRaw: '4' })).toBe(4n);
});

test('WAL-4 a payment of native currency is what its transaction sent to the recipient', () => {
  const paid = { ...entry, kind: 'send', account, recipient, token: NATIVE_TOKEN, amountRaw: '10' } as const;
  const outcome = (to: Address | null, value: bigint, isAltered = true) =>
    ({ ...outcomeWith([]), transaction: { to, value }, isAltered }) as unknown as Outcome;
  expect(settledAmount(outcome(recipient, 10n, false), paid)).toBe(10n);
  // The wallet changed the amount or the recipient.
  expect(settledAmount(outcome(recipient, 9n), paid)).toBe(9n);
  expect(settledAmount(outcome(stranger, 10n), paid)).toBe(0n);
  expect(settledAmount(outcome(null, 10n), paid)).toBe(0n);
  // A smart account pays inside another transaction, which is known to have made the call.
  expect(settledAmount(outcome(account, 0n, false), paid)).toBe(10n);
});

test('WAL-3 a deposit’s amount is what the vault credited to the account', () => {
  const others = [
    deposited(9n, { address: stranger }),
    deposited(9n, { owner: stranger }),
    deposited(9n, { token: stranger }),
  ];
  expect(settled('deposit', [...others, deposited(7n)])).toBe(7n);
  expect(settled('deposit', others)).toBeNull();
});

test('WAL-4 a withdrawal’s amount is what the vault paid out after its fee', () => {
  const others = [
    withdrawn(10n, 3n, { address: stranger }),
    withdrawn(10n, 3n, { owner: stranger }),
    withdrawn(10n, 3n, { to: stranger }),
  ];
  expect(settled('withdraw', [...others, withdrawn(10n, 1n)])).toBe(9n);
  expect(settled('withdraw', others)).toBeNull();
});

test('WAL-6 WAL-7 WAL-8 what a contract pays out is read from its events', () => {
  const paid = (abi: Abi, name: string, args: Record<string, unknown>) =>
    logOf(vault, abi, name, { owner: account, token, to: account, amount: 8n, ...args });
  const redeemed = paid(pledgeAbi, 'Redeemed', { id: 3n, interest: 2n });
  expect(settled('claim', [paid(stakingPoolAbi, 'RewardClaimed', {})])).toBe(8n);
  expect(settled('exit', [paid(stakingPoolAbi, 'Unstaked', {})])).toBe(8n);
  expect(settled('claimVested', [paid(presaleAbi, 'TokensClaimed', {})])).toBe(8n);
  expect(settled('refund', [paid(presaleAbi, 'Refunded', {})])).toBe(8n);
  expect(settled('redeem', [redeemed], { pledgeId: '3' })).toBe(10n);
  expect(settled('redeem', [redeemed], { pledgeId: '4' })).toBeNull();
  const early = paid(pledgeAbi, 'ExitedEarly', { id: 3n, penalty: 1n });
  expect(settled('exitEarly', [early], { pledgeId: '3' })).toBe(7n);
});

test('WAL-9 only kinds whose result may differ from the request have a settled amount', () => {
  const trade = { sold: token, bought: stranger, wrapped: NATIVE_TOKEN, coinId: 2, symbol: 'S', decimals: 6 };
  const logs = [
    transfer(vault, account, 5n, stranger),
    logOf(vault, stakingPoolAbi, 'Staked', { owner: account, token, amount: 9n }),
    logOf(vault, wrappedAbi, 'Deposit', { dst: account, wad: 1n }),
  ];
  expect(settled('swap', logs, { trade: { ...trade, minimumRaw: '1' } })).toBe(5n);
  expect((['stake', 'approve', 'dapp'] as const).map((kind) => settled(kind, logs))).toEqual([
    null,
    null,
    null,
  ]);
});
