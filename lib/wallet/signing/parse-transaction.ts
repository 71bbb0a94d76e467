import { type Address, type Hex, isAddressEqual } from 'viem';
import { isRecord } from '@/lib/is-record';
import type { TransactionRequest } from './transaction';
import { plainAddress } from './typed-data-values';

/** Reasons for rejecting a transaction request (EIP-1474, error -32602). */
export type TransactionProblem =
  | 'shape'
  | 'from'
  | 'to'
  | 'value'
  | 'data'
  | 'tooLarge'
  | 'gas'
  | 'fees'
  | 'nonce'
  | 'chainId'
  | 'type'
  | 'accessList';

export type Fees =
  | { gasPrice: bigint }
  | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | Record<string, never>;

/** A requested transaction, with the gas and fees that the page specifies. */
export type AskedTransaction = TransactionRequest & { gas: bigint | null; fees: Fees };

export type TransactionRead = { transaction: AskedTransaction } | { problem: TransactionProblem };

/** Maximum transaction size in bytes that nodes accept (geth's limit). */
export const DATA_BYTES = 128 * 1024;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;
/** Supported types: legacy, EIP-2930, and EIP-1559, but not blobs (EIP-4844) or delegations (EIP-7702). */
const TYPES = [0n, 1n, 2n];

class Problem extends Error {
  constructor(readonly problem: TransactionProblem) {
    super(problem);
  }
}

/** Parses an EIP-1474 quantity, allowing leading zeros. Returns null if it is missing. */
function quantity(value: unknown, problem: TransactionProblem): bigint | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !QUANTITY.test(value)) throw new Problem(problem);
  return BigInt(value);
}

function readData({ data, input }: Record<string, unknown>): Hex {
  const given = [data, input].filter((value) => value !== undefined && value !== null);
  for (const value of given) {
    if (typeof value !== 'string') throw new Problem('data');
    if (value.length > 2 * DATA_BYTES + 2) throw new Problem('tooLarge');
    if (!BYTES.test(value)) throw new Problem('data');
  }
  const [first = '0x', second = first] = given as string[];
  // If `data` and `input` differ, the request is ambiguous.
  if (first.toLowerCase() !== second.toLowerCase()) throw new Problem('data');
  return first.toLowerCase() as Hex;
}

function readFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Record<string, unknown>): Fees {
  const price = quantity(gasPrice, 'fees');
  const most = quantity(maxFeePerGas, 'fees');
  const tip = quantity(maxPriorityFeePerGas, 'fees');
  if (price !== null && (most !== null || tip !== null)) throw new Problem('fees');
  if (most !== null && tip !== null && tip > most) throw new Problem('fees');
  if (price) return { gasPrice: price };
  return most && tip ? { maxFeePerGas: most, maxPriorityFeePerGas: tip } : {};
}

function readTo(to: unknown, data: Hex): Address | null {
  if (to === undefined || to === null || to === '') {
    if (data === '0x') throw new Problem('to');
    return null;
  }
  const address = plainAddress(to);
  if (address === null) throw new Problem('to');
  return address;
}

function readNonce(value: unknown): number | undefined {
  const nonce = quantity(value, 'nonce');
  if (nonce === null) return undefined;
  if (nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw new Problem('nonce');
  return Number(nonce);
}

function check({ from, chainId, type, ...rest }: Record<string, unknown>, place: CallParties): void {
  const sender = from === undefined ? place.account : plainAddress(from);
  if (sender === null || !isAddressEqual(sender, place.account)) throw new Problem('from');
  const asked = quantity(chainId, 'chainId');
  if (asked !== null && asked !== BigInt(place.chainId)) throw new Problem('chainId');
  const kind = quantity(type, 'type');
  const isForeign = ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas'].some(
    (key) => rest[key] !== undefined,
  );
  if (isForeign || (kind !== null && !TYPES.includes(kind))) throw new Problem('type');
  const { accessList } = rest;
  if (Array.isArray(accessList) ? accessList.length > 0 : accessList !== undefined && accessList !== null)
    throw new Problem('accessList');
}

type CallParties = { account: Address; chainId: number };

/** Strictly parses the input of `eth_sendTransaction`, so that the wallet sends exactly what it shows. */
export function parseTransaction(value: unknown, place: CallParties): TransactionRead {
  if (!isRecord(value)) return { problem: 'shape' };
  try {
    check(value, place);
    const data = readData(value);
    return {
      transaction: {
        to: readTo(value.to, data),
        value: quantity(value.value, 'value') ?? 0n,
        data,
        nonce: readNonce(value.nonce),
        gas: quantity(value.gas ?? value.gasLimit, 'gas'),
        fees: readFees(value),
      },
    };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.problem };
    throw error;
  }
}
