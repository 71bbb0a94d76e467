import { type Abi, type Address, encodeFunctionData, type Hash, type Hex } from 'viem';
import type { TransactionIntent } from './ledger-entry';

export type ContractCall = {
  address: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  /** wei */
  value?: bigint;
  /** Whether the call may return no data despite its ABI, as transfers of some older ERC-20 tokens do. */
  mayReturnNothing?: boolean;
};

/** A transfer of native currency, without calldata. */
export type CoinTransfer = {
  address: Address;
  /** wei */
  value: bigint;
};

/** A signed permit, split into the arguments of EIP-2612's `permit`. `deadline` is in seconds since the epoch. */
export type SignedPermit = { deadline: bigint; v: number; r: Hex; s: Hex };

/** An ERC-20 amount that the called contract transfers from the account. */
export type Spending = {
  token: Address;
  /** Amount in base units. Exactly this amount is approved. */
  amount: bigint;
  /** Returns the variant of the call that takes an EIP-2612 permit instead of an approval, if the contract has one. */
  permitted?: (permit: SignedPermit) => ContractCall;
};

/** A call that another site encoded (see lib/wallet/dapps), so that its ABI is unknown. */
export type EncodedCall = {
  address: Address;
  data: Hex;
  /** wei */
  value: bigint;
};

export type AnyCall = ContractCall | CoinTransfer | EncodedCall;

/** A transaction that the user wants to make. */
export type TransactionPlan<Call extends AnyCall = ContractCall> = {
  chainId: number;
  intent: TransactionIntent;
  call: Call;
  spending?: Spending;
};

/** A plan that spends a token, for an account. */
export type SpendingOrder = Omit<TransactionPlan<AnyCall>, 'spending'> & {
  spending: Spending;
  account: Address;
};

/**
 * Progress of a plan until its transaction is sent. `reset` is the prompt to revoke an existing approval, `signing` the
 * prompt for the call, and `both` a single prompt for an approval and the call.
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

/** What an order needs while it is being sent. It lives no longer than the dialog that the user sees. */
export type OrderRun = {
  /** Aborts when the dialog closes. Nothing new is requested from the wallet then. */
  signal: AbortSignal;
  /** Ledger IDs of the earlier transactions that the user was told of, and still wants to send another one. */
  named: readonly Hash[];
  onStep: (step: TransactionStep) => void;
  /** Called with the ID of each ledger entry, before the wallet is asked for it. */
  onRecorded: (id: Hash) => void;
};

/** Encodes a call for nodes and wallets. `value` is in wei. */
export function encodeCall(call: AnyCall): { to: Address; data: Hex; value: bigint } {
  const { address: to, value = 0n } = call;
  if ('data' in call) return { to, value, data: call.data };
  return { to, value, data: 'abi' in call ? encodeFunctionData(call) : '0x' };
}
