import { BaseError, TimeoutError } from 'viem';
import { isUnavailable } from './node-transport';

/** Maximum depth of a chain reorganization, in blocks. No current network exceeds it. */
export const REORG_DEPTH = 64n;

/** Block range, inclusive. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint };

export type LogScan<Log> = {
  /** Logs, with the newest range first. Within a range, they are in the order of the RPC endpoint's response. */
  logs: Log[];
  /** First block searched. `logs` covers every block from here to the last one. */
  reached: bigint;
  /** Blocks in the last successful request, for `span` of the next scan. */
  width: bigint;
  /** Whether an error ended the scan early. Only with `keepsPart`. */
  isCut: boolean;
};

type ScanOptions<Log> = {
  /** The last block to search. */
  toBlock: bigint;
  /** The earliest block to search. */
  floor?: bigint;
  /** Stops after this many successful requests. */
  maxRequests?: number;
  /** Stops once this many logs are found. */
  enough?: number;
  /** Returns whether a log counts toward `enough`. By default, all do. */
  counts?: (log: Log) => boolean;
  /** Whether an error after the first successful request ends the scan instead of discarding what was found. */
  keepsPart?: boolean;
  /** Blocks in the first request. The range grows after each success and shrinks after each error. */
  span?: bigint;
  signal?: AbortSignal;
};

const WIDEST = 1_000_000n;
/** Number of successful requests before a width that was rejected is tried again. */
const SUCCESSES_BEFORE_WIDER = 16;

const isTimeout = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof TimeoutError) !== null;

/**
 * Searches logs from the newest block backward (eth_getLogs). RPC endpoints reject ranges that are too wide or contain
 * too many logs, with various errors, so a failed range is halved, down to one block, unless the endpoint is
 * unreachable or limits requests.
 * @throws the RPC error, or the signal's reason if aborted.
 */
export async function scanLogs<Log>(
  ask: (range: BlockRange) => Promise<readonly Log[]>,
  {
    toBlock,
    floor = 0n,
    maxRequests = 20,
    enough = Number.POSITIVE_INFINITY,
    counts = () => true,
    keepsPart = false,
    span = 10_000n,
    signal,
  }: ScanOptions<Log>,
): Promise<LogScan<Log>> {
  const logs: Log[] = [];
  let next = span;
  let width = span;
  let reached = toBlock + 1n;
  let counted = 0;
  let rejected: bigint | undefined;
  let successes = 0;
  for (let answered = 0; reached > floor && answered < maxRequests && counted < enough; ) {
    signal?.throwIfAborted();
    const last = reached - 1n;
    const first = last - next + 1n > floor ? last - next + 1n : floor;
    try {
      const found = await ask({ fromBlock: first, toBlock: last });
      logs.push(...found);
      counted += found.filter(counts).length;
      reached = first;
      answered += 1;
      width = next;
      successes += 1;
      if (successes >= SUCCESSES_BEFORE_WIDER) rejected = undefined;
      const wider = next * 2n < WIDEST ? next * 2n : WIDEST;
      if (rejected === undefined || wider < rejected) next = wider;
    } catch (error) {
      const asked = last - first + 1n;
      // A node that has answered a narrower range in time may do so again.
      const isTooSlow = asked > width && isTimeout(error);
      if (asked === 1n || (isUnavailable(error) && !isTooSlow)) {
        signal?.throwIfAborted();
        if (keepsPart && answered > 0) return { logs, reached, width, isCut: true };
        throw error;
      }
      rejected = asked;
      successes = 0;
      next = asked / 2n;
    }
  }
  return { logs, reached, width, isCut: false };
}
