import { type Address, encodeFunctionData, type Hash, slice, zeroHash } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { LedgerEntry, SentTransaction, WalletRequest } from '@/lib/wallet/transactions/ledger-entry';
import { callHash } from '@/lib/wallet/transactions/read-transactions';
import {
  beginInLedger,
  type NewEntry,
  sendInLedger,
  useLedger,
} from '@/lib/wallet/transactions/transaction-ledger';

export const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const vault: Address = '0x00000000000000000000000000000000000000aa';

/** Returns a hash that consists of one digit. */
export const hash = (digit: string) => `0x${digit.repeat(64)}` as const;

/** The call of the deposit, which its wallet was asked to send. */
export const depositCall = {
  to: vault,
  value: 0n,
  input: encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [account, 5n] }),
} as const;

export const request: WalletRequest = {
  to: vault,
  call: callHash(depositCall),
  dataSize: 68,
  selector: slice(depositCall.input, 0, 4),
  fromBlock: '5',
  fromNonce: 3,
  nextNonce: 3,
};

export const sentAs = (
  digit: string,
  kind: SentTransaction['kind'] = 'call',
  at = 1_000,
): SentTransaction => ({
  hash: hash(digit),
  kind,
  at,
});

/** A deposit that has just been sent. */
export const entry: LedgerEntry = {
  id: hash('1'),
  hash: hash('1'),
  chainId: 901,
  account,
  kind: 'deposit',
  coinId: 1,
  amountRaw: '5',
  decimals: 18,
  symbol: 'TIDE',
  vault,
  request,
  sent: [sentAs('1')],
  status: 'pending',
  createdAt: 1_000,
};

/** A transaction of the ledger as it was before it was sent. */
const { id: _, hash: __, sent: ___, status: ____, createdAt: _____, ...newEntry } = entry;

/** Records a transaction that a wallet sent with this hash. Returns its ledger ID. */
export function addToLedger({ hash: sent = hash('1'), ...part }: Partial<NewEntry> & { hash?: Hash }): Hash {
  const id = beginInLedger({ ...newEntry, ...part });
  sendInLedger(id, { hash: sent, kind: 'call', at: Date.now() });
  return id;
}

/** A request of which only its fields in a ledger matter. */
export const anyRequest = (to: Address): WalletRequest => ({
  ...{ to, call: zeroHash, dataSize: 0, selector: '0x', fromBlock: '0', fromNonce: 0, nextNonce: 0 },
});

/** Replaces the ledger, as if these were its entries when the page opened. */
export function storeLedger(entries: readonly LedgerEntry[]): void {
  localStorage.setItem('tidewell.transactions', JSON.stringify(entries));
  useLedger.setState({ entries });
}
