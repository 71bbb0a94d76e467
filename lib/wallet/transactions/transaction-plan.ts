import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem';
import type { TransactionIntent } from './ledger-entry';
import type { SignedPermit } from './permit';

export type ContractCall = {
  address: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  /** wei */
  value?: bigint;
  /** Whether it may return no data despite its ABI, as transfers of some older ERC-20 tokens do. */
  mayReturnNothing?: boolean;
};

/** The chain's own coin for an address, with nothing called there but what receives it. */
export type CoinTransfer = {
  address: Address;
  /** wei */
  value: bigint;
};

/** An ERC-20 that the called contract takes from the account. */
export type Spending = {
  token: Address;
  /** Base units: exactly this much is approved. */
  amount: bigint;
  /** The variant with an EIP-2612 permit, if supported, which needs no approval. */
  permitted?: (permit: SignedPermit) => ContractCall;
};

export type AnyCall = ContractCall | CoinTransfer;

/** What a person wants done on a chain. */
export type TransactionPlan<Call extends AnyCall = ContractCall> = {
  chainId: number;
  intent: TransactionIntent;
  call: Call;
  spending?: Spending;
};

/**
 * Where a plan stands until its transaction is sent; `reset` is the wallet's prompt to take
 * an old approval back first, `signing` that for the call itself, `both` that for an approval and the call in one.
 */
export type TransactionStep =
  | 'idle'
  | 'checking'
  | 'permit'
  | 'reset'
  | 'approve'
  | 'approving'
  | 'signing'
  | 'both';

/** A call as nodes and wallets take it; `value` in wei. */
export function encodeCall(call: AnyCall): { to: Address; data: Hex; value: bigint } {
  const { address: to, value = 0n } = call;
  return { to, value, data: 'abi' in call ? encodeFunctionData(call) : '0x' };
}
