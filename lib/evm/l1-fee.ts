import {
  type Address,
  type Chain,
  type Client,
  concat,
  type Hex,
  keccak256,
  numberToHex,
  slice,
  zeroAddress,
} from 'viem';
import { estimateL1Fee } from 'viem/op-stack';

/** The parts of a transaction that its fee for data depends on. */
export type DataCall = { to: Address | null; value: bigint; data: Hex };

/** Covers three blocks of the other chain that raise its price by an eighth each, the most that EIP-1559 allows. */
const raised = (fee: bigint) => (fee * 3n + 1n) / 2n;

/** Returns whether a chain charges for data on another chain, as chains of the OP Stack do. */
export const hasL1Fee = (chain: Chain | undefined): boolean => chain?.contracts?.gasPriceOracle !== undefined;

/**
 * Returns the maximum fee for a transaction's data on another chain, in wei, according to the chain's GasPriceOracle. It's 0
 * on other chains. The chain charges it on top of gas, whatever the gas limit is.
 * @throws if the RPC request fails.
 */
export async function maxL1Fee(client: Client, { to, value, data }: DataCall): Promise<bigint> {
  const { chain } = client;
  if (!chain || !hasL1Fee(chain)) return 0n;
  // The sender isn't part of a serialized transaction.
  return raised(await estimateL1Fee(client, { chain, account: zeroAddress, to, value, data }));
}

const BYTES_PER_HASH = 32;
/** Address and amount without zeros, which are cheaper than other bytes. */
const NOISE = keccak256('0x01');

/** Returns a call with `bytes` of data that can't be compressed, so that a call of the same size costs no more. */
export function largestCall(bytes: number): DataCall {
  const hashes = Array.from({ length: Math.ceil(bytes / BYTES_PER_HASH) }, (_, index) =>
    keccak256(numberToHex(index)),
  );
  return {
    to: slice(NOISE, 0, 20),
    value: BigInt(slice(NOISE, 20)),
    data: bytes === 0 ? '0x' : slice(concat(hashes), 0, bytes),
  };
}
