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

/** A native transfer to an address, calling nothing but its receive function. */
export type CoinTransfer = {
  address: Address;
  /** wei */
  value: bigint;
};

/** An ERC-20 that the called contract transfers from the account. */
export type Spending = {
  token: Address;
  /** Base units; exactly this amount is approved. */
  amount: bigint;
  /** The variant with an EIP-2612 permit, if supported, which needs no approval. */
  permitted?: (permit: SignedPermit) => ContractCall;
};

export type AnyCall = ContractCall | CoinTransfer;

/** A transaction that the user wants to make. */
export type TransactionPlan<Call extends AnyCall = ContractCall> = {
  chainId: number;
  intent: TransactionIntent;
  call: Call;
  spending?: Spending;
};

/**
 * Progress of a plan until its transaction is sent. `reset` is the prompt to revoke an old approval first, `signing`
 * the prompt for the call, `both` the prompt for an approval and the call in one.
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

/** A call as sent to nodes and wallets; `value` in wei. */
export function encodeCall(call: AnyCall): { to: Address; data: Hex; value: bigint } {
  const { address: to, value = 0n } = call;
  return { to, value, data: 'abi' in call ? encodeFunctionData(call) : '0x' };
}
