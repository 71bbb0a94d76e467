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
import { getBlockNumber, readContract } from 'viem/actions';
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

/**
 * What contracts answer, in the order asked, by Multicall3: in one call, and where there are very many in several, all
 * of them at one block. A node that does not answer fails each of its calls. A function's name must tell it from the
 * others of its ABI.
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
  const ask = async (slice: readonly Call[], at: bigint | undefined): Promise<CallResult[]> => {
    const address = placeAt(at);
    const asked = slice.map((call) => ({ target: call.address, allowFailure: true, callData: dataOf(call) }));
    try {
      const answers = await readContract(plain, {
        address,
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [asked],
        blockNumber: at,
      });
      return slice.map((call, index) => {
        const answer = answers[index];
        return read(call, answer?.success ?? false, answer?.returnData ?? '0x');
      });
    } catch (error) {
      return slice.map(() => failure(error));
    }
  };
  if (calls.length === 0) return [];
  if (calls.length <= SLICE) return ask(calls, blockNumber);
  const at = blockNumber ?? (await getBlockNumber(client, { cacheTime: 0 }));
  return inSlices(calls, SLICE, (slice) => ask(slice, at));
}
