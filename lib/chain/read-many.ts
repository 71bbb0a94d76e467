import type { Abi, Address, Client } from 'viem';
import { getBlockNumber, multicall } from 'viem/actions';
import { inSlices } from './in-slices';

export type Call = { address: Address; abi: Abi; functionName: string; args?: readonly unknown[] };
/** What a call answered, or why it did not. */
export type CallResult =
  | { status: 'success'; result: unknown; error?: undefined }
  | { status: 'failure'; error: Error; result?: undefined };

/** Calls of one multicall: to write and to read more at a time would keep a phone from answering. */
const SLICE = 250;

/**
 * What contracts answer, in the order asked, by Multicall3: in one call, and where there are very many in several, all
 * of them at one block. A node that does not answer fails each of its calls.
 */
export async function readMany(
  client: Client,
  calls: readonly Call[],
  { multicallAddress, blockNumber }: { multicallAddress?: Address; blockNumber?: bigint } = {},
): Promise<CallResult[]> {
  const place = multicallAddress ? { multicallAddress } : {};
  // What comes together goes together already: a client that gathers calls would take each of them apart first.
  const { batch: _batch, ...plain } = client;
  const ask = (slice: readonly Call[], at: bigint | undefined): Promise<CallResult[]> =>
    multicall(plain, {
      ...place,
      ...(at === undefined ? {} : { blockNumber: at }),
      contracts: slice,
      allowFailure: true,
      batchSize: 0,
    });
  if (calls.length === 0) return [];
  if (calls.length <= SLICE) return ask(calls, blockNumber);
  const at = blockNumber ?? (await getBlockNumber(client, { cacheTime: 0 }));
  return inSlices(calls, SLICE, (slice) => ask(slice, at));
}
