import type { Address, Hex } from 'viem';
import { argsOf, type DecodedCall } from './decode-call';

/** What a Safe pays for gas to whoever submits its transaction, or to `to`, in addition to the call itself. */
export type Refund = {
  /** NATIVE_TOKEN for the native currency. */
  token: Address;
  /** NATIVE_TOKEN (the zero address) for whoever submits the transaction. */
  to: Address;
  /** Base units. The used gas comes on top, at the same price. */
  atLeast: bigint;
};

export type InnerCall = {
  /** The caller: the account, or the contract that makes the call. */
  from: Address;
  to: Address;
  /** wei */
  value: bigint;
  data: Hex;
  /** Whether the code runs in the caller's context (`delegatecall`), so that it can do anything the caller can. */
  isDelegated?: boolean;
  /** Whether a forwarder makes the call for `from`, which can be anybody. */
  isForwarded?: boolean;
  refund?: Refund | null;
  /** Signer of the call, if a signature is enough for anybody to submit it: the account, or its Safe. */
  signer?: Address;
};

type RefundArgs = readonly [baseGas: bigint, gasPrice: bigint, gasToken: Address, receiver: Address];

/** Returns the refund that a Safe transaction specifies, or null if its gas price is zero and nothing is paid. */
export const refundOf = ([baseGas, gasPrice, token, to]: RefundArgs): Refund | null =>
  gasPrice === 0n ? null : { token, to, atLeast: baseGas * gasPrice };

type CallParties = { account: Address; to: Address };
type Read = (call: DecodedCall, place: CallParties) => readonly InnerCall[];

/** Returns a reader for calls that a contract makes to itself on behalf of the sender. */
const toItself =
  (bytesOf: (call: DecodedCall) => readonly Hex[]): Read =>
  (call, { account: from, to }) =>
    bytesOf(call).map((data) => ({ from, to, value: 0n, data }));

type Target = { target: Address; callData: Hex; value?: bigint };

/** Returns a reader for calls that a contract makes to other contracts. */
const toOthers =
  (targetsOf: (call: DecodedCall) => readonly Target[]): Read =>
  (call, { to: from }) =>
    targetsOf(call).map(({ target, callData, value = 0n }) => ({ from, to: target, value, data: callData }));

type Single = readonly [to: Address, value: bigint, data: Hex];
type Forwarded = { from: Address; to: Address; value: bigint; data: Hex };

/** Operation of a Safe transaction: 0 is a regular call, and 1 is a delegate call. */
const DELEGATED = 1;

const readers: Readonly<Record<string, Read>> = {
  'multicall(bytes[])': toItself((call) => argsOf<[readonly Hex[]]>(call)[0]),
  'multicall(uint256,bytes[])': toItself((call) => argsOf<[bigint, readonly Hex[]]>(call)[1]),
  // Multicall3.
  'aggregate((address,bytes)[])': toOthers((call) => argsOf<[readonly Target[]]>(call)[0]),
  'tryAggregate(bool,(address,bytes)[])': toOthers((call) => argsOf<[boolean, readonly Target[]]>(call)[1]),
  'aggregate3((address,bool,bytes)[])': toOthers((call) => argsOf<[readonly Target[]]>(call)[0]),
  'aggregate3Value((address,bool,uint256,bytes)[])': toOthers((call) => argsOf<[readonly Target[]]>(call)[0]),
  // ERC-4337 smart accounts.
  'execute(address,uint256,bytes)': (call, { to: from }) => {
    const [to, value, data] = argsOf<Single>(call);
    return [{ from, to, value, data }];
  },
  // Safe.
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': (
    call,
    { to: from },
  ) => {
    const [to, value, data, operation, , ...refund] =
      argsOf<[...Single, number, bigint, ...RefundArgs]>(call);
    return [{ from, to, value, data, isDelegated: operation === DELEGATED, refund: refundOf(refund) }];
  },
  // ERC-2771: the forwarder makes the call on behalf of the signer.
  'execute((address,address,uint256,uint256,uint48,bytes,bytes))': (call) => {
    const [{ from, to, value, data }] = argsOf<[Forwarded]>(call);
    return [{ from, to, value, data, isForwarded: true }];
  },
};

/** Returns the inner calls of a call from `account` to the contract at `to`, if it is known to make any. */
export const innerCalls = (call: DecodedCall, place: CallParties): readonly InnerCall[] =>
  readers[call.signature]?.(call, place) ?? [];
