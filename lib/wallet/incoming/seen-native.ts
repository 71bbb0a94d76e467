import { type Address, type Hash, isAddress, isAddressEqual, isHash } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { createStoredList } from '@/lib/preferences/stored-list';
import { type IncomingPayment, lastingId } from './incoming-payment';

/** A payment of native currency that this device saw. It may be older than the states that nodes keep. */
type SeenNative = {
  chainId: number;
  account: Address;
  id: string;
  amount: string;
  from: Address | null;
  hash: Hash | null;
  block: string;
  blockHash: Hash;
  at: number;
};

const MAX_SEEN = 200;

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\d{1,78}$/.test(value);

function isSeen(value: unknown): value is SeenNative {
  if (typeof value !== 'object' || value === null) return false;
  const { chainId, account, id, amount, from, hash, block, blockHash, at } = value as Record<string, unknown>;
  return (
    Number.isInteger(chainId) &&
    typeof account === 'string' &&
    isAddress(account) &&
    typeof id === 'string' &&
    isDigits(amount) &&
    (from === null || (typeof from === 'string' && isAddress(from))) &&
    (hash === null || (typeof hash === 'string' && isHash(hash))) &&
    isDigits(block) &&
    typeof blockHash === 'string' &&
    isHash(blockHash) &&
    Number.isSafeInteger(at)
  );
}

const list = createStoredList('tidewell.received', isSeen, MAX_SEEN, ({ chainId, id }) => `${chainId} ${id}`);

/** Stores the native payments that an account received, and forgets those that a reorganization removed. */
export function writeSeenNative(
  chainId: number,
  account: Address,
  payments: readonly IncomingPayment[],
  removed: readonly IncomingPayment[],
): void {
  const isNative = ({ token, isOwn }: IncomingPayment) => token === NATIVE_TOKEN && !isOwn;
  // If the list is full, it drops its first entries.
  const seen = payments
    .toReversed()
    .filter(isNative)
    .map(({ id, amount, from, hash, block, blockHash, at }): SeenNative => {
      return {
        ...{ chainId, account, id, amount: `${amount}`, from, hash },
        ...{ block: `${block}`, blockHash, at },
      };
    });
  const gone = removed.filter(isNative);
  if (seen.length === 0 && gone.length === 0) return;
  // One that moved, or whose transaction was found, replaces what was stored of it.
  const ids = new Set([...[...seen, ...gone].map(({ id }) => id), ...payments.map(lastingId)]);
  list.change((entries) => [
    ...entries.filter((entry) => entry.chainId !== chainId || !ids.has(entry.id)),
    ...seen,
  ]);
}

/** Returns the stored payments of an account on a chain. A reorganization may have removed one since. */
export const readSeenNative = (chainId: number, account: Address): IncomingPayment[] =>
  list
    .read()
    .filter((entry) => entry.chainId === chainId && isAddressEqual(entry.account, account))
    .map(({ id, amount, from, hash, block, blockHash, at }) => ({
      ...{ id, token: NATIVE_TOKEN, amount: BigInt(amount), from, isContract: from === null, hash },
      ...{ block: BigInt(block), blockHash, at, isOwn: false },
    }));
