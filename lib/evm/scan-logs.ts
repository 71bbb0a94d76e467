/** Maximum depth of a chain reorganization, in blocks. No current network exceeds it. */
export const REORG_DEPTH = 64n;

/** Block range, inclusive. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint };

export type LogScan<Log> = {
  /** Logs, with the newest range first. Within a range, they are in the order of the RPC endpoint's response. */
  logs: Log[];
  /** First block searched. `logs` covers every block from here to the last one. */
  reached: bigint;
};

type ScanOptions = {
  /** The last block to search. */
  toBlock: bigint;
  /** The earliest block to search. */
  floor?: bigint;
  /** Stops after this many successful requests. */
  maxRequests?: number;
  /** Stops once this many logs are found. */
  enough?: number;
  /** Blocks in the first request. The range grows after each success and shrinks after each error. */
  span?: bigint;
  signal?: AbortSignal;
};

const WIDEST = 1_000_000n;

/**
 * Searches logs from the newest block backward (eth_getLogs). RPC endpoints reject ranges that are too wide or contain
 * too many logs, with various errors, so a failed range is halved, down to one block.
 * @throws the RPC error for a single block, or the signal's reason if aborted.
 */
export async function scanLogs<Log>(
  ask: (range: BlockRange) => Promise<readonly Log[]>,
  {
    toBlock,
    floor = 0n,
    maxRequests = 20,
    enough = Number.POSITIVE_INFINITY,
    span = 10_000n,
    signal,
  }: ScanOptions,
): Promise<LogScan<Log>> {
  const logs: Log[] = [];
  let width = span;
  let reached = toBlock + 1n;
  for (let answered = 0; reached > floor && answered < maxRequests && logs.length < enough; ) {
    signal?.throwIfAborted();
    const last = reached - 1n;
    const first = last - width + 1n > floor ? last - width + 1n : floor;
    try {
      logs.push(...(await ask({ fromBlock: first, toBlock: last })));
      reached = first;
      answered += 1;
      width = width * 2n < WIDEST ? width * 2n : WIDEST;
    } catch (error) {
      const asked = last - first + 1n;
      if (asked === 1n) throw error;
      width = asked / 2n;
    }
  }
  return { logs, reached };
}
