import {
  type Abi,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  type PrepareEncodeFunctionDataReturnType,
  prepareEncodeFunctionData,
  RawContractError,
} from 'viem';

export type Call = { address: Address; abi: Abi; functionName: string; args?: readonly unknown[] };
/** Result of a call: its value or its error. */
export type CallResult =
  | { status: 'success'; result: unknown; error?: undefined }
  | { status: 'failure'; error: Error; result?: undefined };

/** Calls per multicall. Encoding a larger batch would block the UI on a phone. */
export const SLICE = 250;

/** Converts any thrown value to an Error. */
export const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

type Prepared = PrepareEncodeFunctionDataReturnType<Abi, string>;
const prepared = new WeakMap<Abi, Map<string, Prepared>>();

/** Encodes a call. Selectors are cached, so that a selector isn't hashed again for each of thousands of tokens. */
function dataOf({ abi, functionName, args = [] }: Call): Hex {
  const ofAbi = prepared.get(abi) ?? new Map<string, Prepared>();
  prepared.set(abi, ofAbi);
  const known =
    ofAbi.get(functionName) ?? prepareEncodeFunctionData<Abi, string>({ abi, functionName, args });
  ofAbi.set(functionName, known);
  return encodeFunctionData({ ...known, args });
}

/**
 * Converts an address to lowercase, because verifying EIP-55 checksums would require a hash for each of thousands of
 * tokens. Callers do the same with addresses in arguments.
 */
export const withoutChecksum = (address: Address) => address.toLowerCase() as Address;

const failure = (error: unknown): CallResult => ({ status: 'failure', error: errorOf(error) });

function read({ abi, functionName, args }: Call, success: boolean, data: Hex): CallResult {
  try {
    if (!success) throw new RawContractError({ data });
    return { status: 'success', result: decodeFunctionResult({ abi, functionName, args, data }) };
  } catch (error) {
    return failure(error);
  }
}

/** A multicall with its calldata, latest raw response, and decoded results. */
export type Slice = { calls: readonly Call[]; data: Hex; answer?: Hex; results?: readonly CallResult[] };

const sliceOf = (calls: readonly Call[]): Slice => ({
  calls,
  data: encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      calls.map((call) => ({
        target: withoutChecksum(call.address),
        allowFailure: true,
        callData: dataOf(call),
      })),
    ],
  }),
});

/** Multicalls cached by call list, so that polls can reuse them. */
const slices = new WeakMap<readonly Call[], Map<number, Slice>>();

/** Returns the multicall for the calls from `start` on. It is encoded only once per list. */
export function sliceFrom(calls: readonly Call[], start: number): Slice {
  const kept = slices.get(calls) ?? new Map<number, Slice>();
  slices.set(calls, kept);
  const slice = kept.get(start) ?? sliceOf(calls.slice(start, start + SLICE));
  kept.set(start, slice);
  return slice;
}

/**
 * Returns each call's result, or an error for every call if the multicall failed. Decodes only if the response changed.
 */
export function resultsOf(slice: Slice, answer: Hex | Error): readonly CallResult[] {
  if (slice.results && slice.answer === answer) return slice.results;
  try {
    if (answer instanceof Error) throw answer;
    const answers = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer });
    slice.results = slice.calls.map((call, index) =>
      read(call, answers[index]?.success ?? false, answers[index]?.returnData ?? '0x'),
    );
    slice.answer = answer;
    return slice.results;
  } catch (error) {
    return slice.calls.map(() => failure(error));
  }
}
