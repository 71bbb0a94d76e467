import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { AnyCall } from './transaction-plan';

/** A call as nodes and wallets take it; `value` in wei. */
export function encodeCall(call: AnyCall): { to: Address; data: Hex; value: bigint } {
  const { address: to, value = 0n } = call;
  return { to, value, data: 'abi' in call ? encodeFunctionData(call) : '0x' };
}
