/** Block range, inclusive. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint };

export type LogScan<Log> = {
  /** Newest range first; within a range in the node's order. */
  logs: Log[];
  /** The first block searched; `logs` covers everything from here to the end. */
  reached: bigint;
};

type ScanOptions = {
  /** The last block to search. */
  toBlock: bigint;
  /** The first block to search, at most. */
  floor?: bigint;
  /** Stops after this many answered requests. */
  maxRequests?: number;
  /** Stops after this many logs. */
  enough?: number;
  /** Blocks per first request: wider after each answer, narrower after each error. */
  span?: bigint;
  signal?: AbortSignal;
};

const WIDEST = 1_000_000n;

/**
 * Searches logs from the newest block backward (eth_getLogs). Nodes reject ranges that are too wide or hold too many
 * logs, with various errors, so a rejected range is halved, down to one block.
 * @throws the node's error for a single block, or the signal's reason.
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
