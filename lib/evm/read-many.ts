import type { Address, Client, Hex } from 'viem';
import { call as callNode, getBlockNumber, readContract } from 'viem/actions';
import { getChainContractAddress } from 'viem/utils';
import {
  type Call,
  type CallResult,
  errorOf,
  resultsOf,
  SLICE,
  type Slice,
  sliceFrom,
} from './multicall-slice';
import { isUnanswered } from './node-transport';

/** Polling interval for contract reads: a block time of Ethereum. */
export const CONTRACT_POLL_MS = 12_000;

/** Yields to the browser, so that it can paint and handle input. */
export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Processes a long list in slices and yields to the browser before each one. A single slice runs without yielding. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (slice: readonly Item[]) => readonly Result[] | Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    if (items.length > size) await nextTurn();
    for (const result of await work(items.slice(start, start + size))) results.push(result);
  }
  return results;
}

/** Number of multicalls sent in parallel. */
const TOGETHER = 5;

/**
 * Reads contracts through Multicall3 and returns results in request order. Many calls are split into several multicalls
 * at the same block. If an RPC request fails, each of its reads fails. Function names must be unique in their ABI.
 * Calls are encoded once per array, and an identical response isn't decoded again.
 */
export async function readMany(
  client: Client,
  calls: readonly Call[],
  { multicallAddress, blockNumber }: { multicallAddress?: Address; blockNumber?: bigint } = {},
): Promise<CallResult[]> {
  // The calls are already batched, so the client's own batching would only decode them again.
  const { batch: _batch, ...plain } = client;
  const placeAt = (at: bigint | undefined): Address => {
    if (multicallAddress) return multicallAddress;
    if (!client.chain) throw new Error('neither an address of Multicall3 nor a chain');
    return getChainContractAddress({ chain: client.chain, contract: 'multicall3', blockNumber: at });
  };
  const answerOf = async ({ data }: Slice, at: bigint | undefined): Promise<Hex | Error> => {
    const to = placeAt(at);
    try {
      return (await callNode(plain, { to, data, blockNumber: at })).data ?? '0x';
    } catch (error) {
      return errorOf(error);
    }
  };
  if (calls.length === 0) return [];
  const at =
    blockNumber ?? (calls.length > SLICE ? await getBlockNumber(client, { cacheTime: 0 }) : undefined);
  const starts = Array.from({ length: Math.ceil(calls.length / SLICE) }, (_, slice) => slice * SLICE);
  const results: CallResult[] = [];
  for (let first = 0; first < starts.length; first += TOGETHER) {
    const group = starts.slice(first, first + TOGETHER);
    const asked = await inSlices(group, 1, ([start = 0]) => [sliceFrom(calls, start)]);
    const answered = await Promise.all(
      asked.map(async (slice) => ({ slice, answer: await answerOf(slice, at) })),
    );
    results.push(
      ...(await inSlices(answered, 1, (slices) =>
        slices.flatMap(({ slice, answer }) => resultsOf(slice, answer)),
      )),
    );
  }
  return results;
}

type At = { blockNumber?: bigint };

async function readOne(client: Client, call: Call, at: At): Promise<unknown> {
  try {
    return await readContract(client, { ...call, ...at });
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return undefined;
  }
}

/**
 * Reads untrusted contracts and returns results in request order, with undefined for failed reads. A read that fails in
 * a batch is retried alone, because another contract in the batch may have used up the gas. Function names must be
 * unique in their ABI.
 * @throws if the RPC request fails.
 */
export async function readAll(client: Client, calls: readonly Call[], at: At = {}): Promise<unknown[]> {
  // Without the client's own batching, which would put the retries into one multicall again.
  const { batch: _batch, ...alone } = client;
  if (!client.chain?.contracts?.multicall3) return Promise.all(calls.map((call) => readOne(alone, call, at)));
  const answers = await readMany(client, calls, at);
  return Promise.all(
    calls.map((call, index) => {
      const answer = answers[index];
      if (answer?.status === 'success') return answer.result;
      if (isUnanswered(answer?.error)) throw answer?.error;
      return readOne(alone, call, at);
    }),
  );
}

const keyOf = ({ address, functionName, args = [] }: Call) => [address, functionName, ...args].join(' ');
const fixed = new WeakMap<Client, Map<string, unknown>>();

/**
 * Like `readAll`, for values that don't change: each is read once per client, and again only if the read failed.
 * @throws if the RPC request fails.
 */
export async function readFixed(client: Client, calls: readonly Call[]): Promise<unknown[]> {
  const known = fixed.get(client) ?? new Map<string, unknown>();
  fixed.set(client, known);
  const byKey = new Map(calls.map((call) => [keyOf(call), call]));
  const unread = [...byKey].filter(([key]) => !known.has(key));
  const answers = await readAll(
    client,
    unread.map(([, call]) => call),
  );
  for (const [index, [key]] of unread.entries())
    if (answers[index] !== undefined) known.set(key, answers[index]);
  return calls.map((call) => known.get(keyOf(call)));
}
