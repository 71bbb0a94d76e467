import type { Address, Hex } from 'viem';
import { argsOf, type DecodedCall } from './decode-call';

/** A nested call. */
export type InnerCall = {
  /** The caller: the account, or the contract that makes the call. */
  from: Address;
  to: Address;
  /** wei */
  value: bigint;
  data: Hex;
  /** Whether the code runs as the caller's own (`delegatecall`), so it can do all that the caller can. */
  isDelegated?: boolean;
};

type CallParties = { account: Address; to: Address };
type Read = (call: DecodedCall, place: CallParties) => readonly InnerCall[];

/** Self-calls in the sender's name. */
const toItself =
  (bytesOf: (call: DecodedCall) => readonly Hex[]): Read =>
  (call, { account: from, to }) =>
    bytesOf(call).map((data) => ({ from, to, value: 0n, data }));

type Target = { target: Address; callData: Hex; value?: bigint };

/** Calls by the contract to other contracts. */
const toOthers =
  (targetsOf: (call: DecodedCall) => readonly Target[]): Read =>
  (call, { to: from }) =>
    targetsOf(call).map(({ target, callData, value = 0n }) => ({ from, to: target, value, data: callData }));

type Single = readonly [to: Address, value: bigint, data: Hex];
type Forwarded = { from: Address; to: Address; value: bigint; data: Hex };

/** Safe operations: 0 is a call, 1 is a delegate call. */
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
  // A Safe.
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': (
    call,
    { to: from },
  ) => {
    const [to, value, data, operation] = argsOf<[...Single, number]>(call);
    return [{ from, to, value, data, isDelegated: operation === DELEGATED }];
  },
  // ERC-2771: in the signer's name.
  'execute((address,address,uint256,uint256,uint48,bytes,bytes))': (call) => {
    const [{ from, to, value, data }] = argsOf<[Forwarded]>(call);
    return [{ from, to, value, data }];
  },
};

/** Returns the inner calls of a call from `account` to the contract at `to`, if it is known to make any. */
export const innerCalls = (call: DecodedCall, place: CallParties): readonly InnerCall[] =>
  readers[call.signature]?.(call, place) ?? [];
