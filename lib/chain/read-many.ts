import {
  type Abi,
  type Address,
  type Client,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  type PrepareEncodeFunctionDataReturnType,
  prepareEncodeFunctionData,
  RawContractError,
} from 'viem';
import { call as callNode, getBlockNumber } from 'viem/actions';
import { getChainContractAddress } from 'viem/utils';
import { inSlices } from './in-slices';

export type Call = { address: Address; abi: Abi; functionName: string; args?: readonly unknown[] };
/** What a call answered, or why it did not. */
export type CallResult =
  | { status: 'success'; result: unknown; error?: undefined }
  | { status: 'failure'; error: Error; result?: undefined };

/** Calls of one multicall: to write and to read more at a time would keep a phone from answering. */
const SLICE = 250;

type Prepared = PrepareEncodeFunctionDataReturnType<Abi, string>;
const prepared = new WeakMap<Abi, Map<string, Prepared>>();

/** The calldata. A function's selector is a hash, so it is reckoned once and not for each of thousands of tokens. */
function dataOf({ abi, functionName, args = [] }: Call): Hex {
  const ofAbi = prepared.get(abi) ?? new Map<string, Prepared>();
  prepared.set(abi, ofAbi);
  const known =
    ofAbi.get(functionName) ?? prepareEncodeFunctionData<Abi, string>({ abi, functionName, args });
  ofAbi.set(functionName, known);
  return encodeFunctionData({ ...known, args });
}

/**
 * Addresses are written in small letters, where no checksum (EIP-55) is looked at: a hash for each of thousands of tokens.
 * Whose calls have addresses among what they give does the same.
 */
export const withoutChecksum = (address: Address) => address.toLowerCase() as Address;

const failure = (error: unknown): CallResult => ({
  status: 'failure',
  error: error instanceof Error ? error : new Error(String(error)),
});

function read({ abi, functionName, args }: Call, success: boolean, data: Hex): CallResult {
  try {
    if (!success) throw new RawContractError({ data });
    return { status: 'success', result: decodeFunctionResult({ abi, functionName, args, data }) };
  } catch (error) {
    return failure(error);
  }
}

/** A multicall: its calldata, and the latest answer with what it says. */
type Slice = { calls: readonly Call[]; data: Hex; answer?: Hex; results?: readonly CallResult[] };

const sliceOf = (calls: readonly Call[]): Slice => {
  const asked = calls.map((call) => ({
    target: withoutChecksum(call.address),
    allowFailure: true,
    callData: dataOf(call),
  }));
  return {
    calls,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [asked] }),
  };
};

function resultsOf(slice: Slice, answer: Hex): readonly CallResult[] {
  if (slice.results && slice.answer === answer) return slice.results;
  const answers = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer });
  slice.results = slice.calls.map((call, index) =>
    read(call, answers[index]?.success ?? false, answers[index]?.returnData ?? '0x'),
  );
  slice.answer = answer;
  return slice.results;
}

/** What was made of lists of calls, by where they begin: a poll asks the same again, and mostly hears the same. */
const slices = new WeakMap<readonly Call[], Map<number, Slice>>();

function keptSlice(calls: readonly Call[], start: number): Slice {
  const kept = slices.get(calls) ?? new Map<number, Slice>();
  slices.set(calls, kept);
  const slice = kept.get(start) ?? sliceOf(calls.slice(start, start + SLICE));
  kept.set(start, slice);
  return slice;
}

/**
 * What contracts answer, in the order asked, by Multicall3: in one call, and where there are very many in several, all
 * of them at one block. A node that does not answer fails each of its calls. A function's name must tell it from the
 * others of its ABI. A list that is asked again as the same array is not written out anew, nor an answer that is the
 * same read anew.
 */
export async function readMany(
  client: Client,
  calls: readonly Call[],
  { multicallAddress, blockNumber }: { multicallAddress?: Address; blockNumber?: bigint } = {},
): Promise<CallResult[]> {
  // What comes together goes together already: a client that gathers calls would take each of them apart first.
  const { batch: _batch, ...plain } = client;
  const placeAt = (at: bigint | undefined): Address => {
    if (multicallAddress) return multicallAddress;
    if (!client.chain) throw new Error('neither an address of Multicall3 nor a chain');
    return getChainContractAddress({ chain: client.chain, contract: 'multicall3', blockNumber: at });
  };
  const ask = async (start: number, at: bigint | undefined): Promise<readonly CallResult[]> => {
    const to = placeAt(at);
    const slice = keptSlice(calls, start);
    try {
      const { data = '0x' } = await callNode(plain, { to, data: slice.data, blockNumber: at });
      return resultsOf(slice, data);
    } catch (error) {
      return slice.calls.map(() => failure(error));
    }
  };
  if (calls.length === 0) return [];
  if (calls.length <= SLICE) return [...(await ask(0, blockNumber))];
  const at = blockNumber ?? (await getBlockNumber(client, { cacheTime: 0 }));
  const starts = Array.from({ length: Math.ceil(calls.length / SLICE) }, (_, slice) => slice * SLICE);
  return inSlices(starts, 1, ([start = 0]) => ask(start, at));
}
