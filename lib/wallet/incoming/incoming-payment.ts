import {
  type Address,
  getAddress,
  type Hash,
  isAddressEqual,
  type Transaction,
  type TransactionReceipt,
} from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { sum } from '@/lib/evm/bigint';
import { paidFee } from '@/lib/evm/paid-fee';

/** A payment that an account received, as its chain shows it. */
export type IncomingPayment = {
  /** The same in every block that a reorganization puts the payment in, unless no transaction is known. */
  id: string;
  /** The ID in the first block in which this payment was seen, if no transaction is known and a reorganization moved it. */
  firstId?: string;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  token: Address;
  amount: bigint;
  /** Null if only the balance shows the payment: one made by a contract or the chain, or several summed over a gap. */
  from: Address | null;
  /** Whether a contract paid. */
  isContract: boolean;
  hash: Hash | null;
  block: bigint;
  blockHash: Hash;
  /** Block time, in milliseconds since the epoch. */
  at: number;
  /** Whether a transaction of the account itself caused it, such as a swap. */
  isOwn: boolean;
};

/** Returns an ID of a payment that a reorganization doesn't change, as far as it was followed. */
export const lastingId = ({ id, firstId = id }: Pick<IncomingPayment, 'id' | 'firstId'>): string => firstId;

export type PaidBlock = {
  number: bigint;
  hash: Hash;
  timestamp: bigint;
  transactions: readonly Pick<Transaction, 'hash' | 'from' | 'to' | 'value' | 'input'>[];
};

type Moving = PaidBlock['transactions'][number];

const isFrom = ({ from }: Moving, account: Address) => isAddressEqual(from, account);
const isTo = ({ to }: Moving, account: Address) => to !== null && isAddressEqual(to, account);

/** Returns a block's transactions that the account signed or that pay it, whose receipts `paymentsInBlock` needs. */
export const ownMoves = ({ transactions }: PaidBlock, account: Address): readonly Moving[] =>
  transactions.filter(
    (transaction) => isFrom(transaction, account) || (isTo(transaction, account) && transaction.value > 0n),
  );

/** Returns a payment that only a change of the balance shows, in wei. */
export function unexplainedPayment(
  amount: bigint,
  { number, hash, timestamp }: Omit<PaidBlock, 'transactions'>,
): IncomingPayment {
  return {
    ...{ id: `${hash} balance`, token: NATIVE_TOKEN, amount, from: null, isContract: true },
    ...{ hash: null, block: number, blockHash: hash, at: Number(timestamp) * 1_000, isOwn: false },
  };
}

/**
 * Returns the native currency that an account received in a block. The balances before and after the block prove the
 * total, and the block's transactions explain it. What none of them explains was paid by code, which leaves no record.
 */
export function paymentsInBlock(
  account: Address,
  { before, after }: { before: bigint; after: bigint },
  block: PaidBlock,
  receipts: ReadonlyMap<Hash, TransactionReceipt>,
): IncomingPayment[] {
  const moves = ownMoves(block, account).flatMap((transaction) => {
    const receipt = receipts.get(transaction.hash);
    return receipt ? [{ ...transaction, receipt, isSuccess: receipt.status === 'success' }] : [];
  });
  const own = moves.filter((move) => isFrom(move, account));
  const paid = moves.filter((move) => isTo(move, account) && !isFrom(move, account) && move.isSuccess);
  const spent = sum(
    own.map((move) => paidFee(move.receipt) + (move.isSuccess && !isTo(move, account) ? move.value : 0n)),
  );
  const unexplained = after - before + spent - sum(paid.map(({ value }) => value));
  const plain = paid.map(({ hash, value, from }): IncomingPayment => {
    const { number, hash: blockHash, timestamp } = block;
    return {
      ...{ id: hash, token: NATIVE_TOKEN, amount: value, from: getAddress(from), isContract: false, hash },
      ...{ block: number, blockHash, at: Number(timestamp) * 1_000, isOwn: false },
    };
  });
  if (unexplained <= 0n) return plain;
  // A call by the account itself may have been paid out to it, for example by a withdrawal.
  const [call, ...more] = own.filter(({ input, isSuccess }) => input !== '0x' && isSuccess);
  const code = unexplainedPayment(unexplained, block);
  return [
    ...plain,
    call
      ? {
          ...code,
          isOwn: true,
          ...(more.length === 0 ? { hash: call.hash, from: call.to && getAddress(call.to) } : {}),
        }
      : code,
  ];
}

/** Compares payments by block, newest first. */
export const newestFirst = (one: IncomingPayment, other: IncomingPayment): number =>
  Number(other.block - one.block);

/** The payments of a chain since a block, and those that a reorganization removed again. */
export type SeenPayments = { payments: readonly IncomingPayment[]; removed: readonly IncomingPayment[] };

/**
 * Adds the payments that were found. After a reorganization, what was seen above block `floor` and wasn't found again is
 * removed. Without one, `floor` is null, and all payments stay, because a node that lags may answer without the latest logs.
 */
export function mergePayments(
  { payments, removed }: SeenPayments,
  found: readonly IncomingPayment[],
  floor: bigint | null,
): SeenPayments {
  const foundIds = new Set(found.map(({ id }) => id));
  const kept = payments.filter(({ id, block }) => !foundIds.has(id) && (floor === null || block <= floor));
  const current = [...found, ...kept].sort(newestFirst);
  const known = new Map(payments.map((payment) => [payment.id, lastingId(payment)]));
  // A payment without a transaction has another ID in its new block, or once its transaction is found. One of the same
  // amount counts as the same payment.
  const again = found.filter(({ id, token }) => token === NATIVE_TOKEN && !known.has(id));
  const ids = new Set(current.map(({ id }) => id));
  const gone = [...removed, ...payments].filter((payment) => {
    if (ids.has(payment.id)) return false;
    const same = payment.hash === null ? again.findIndex(({ amount }) => amount === payment.amount) : -1;
    const [moved] = same < 0 ? [] : again.splice(same, 1);
    // A removed payment that comes back counts as new.
    if (moved && !removed.includes(payment)) known.set(moved.id, lastingId(payment));
    return !moved;
  });
  const named = current.map((payment) => {
    const firstId = known.get(payment.id) ?? payment.id;
    return firstId === payment.id ? payment : { ...payment, firstId };
  });
  return { payments: named, removed: gone };
}
