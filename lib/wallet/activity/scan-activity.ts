import { replaceEqualDeep } from '@tanstack/react-query';
import { BaseError, type Client, HttpRequestError, TimeoutError } from 'viem';
import { getBlock, getTransactionReceipt } from 'viem/actions';
import { inSlices } from '@/lib/evm/read-many';
import { REORG_DEPTH, scanLogs } from '@/lib/evm/scan-logs';
import type { ActivityRow } from './activity-row';
import type { ActivityScope } from './activity-scope';
import { byTransaction, type LoggedRow, readTransactions } from './read-activity';
import { readActivityLogs } from './read-activity-logs';
import { readTrade } from './read-trade';

/** Number of blocks or receipts per batch request. */
const BATCH = 100;
/** Number of transactions parsed per slice. Slices are small, because parsing each log computes at least one hash. */
const SLICE = 60;
/** Limits for each scan: the number of RPC requests and the number of logs. */
const LOOK = { maxRequests: 10, enough: 400 } as const;

/** Wraps rows so that React Query compares them by reference. Comparing each row after every scan is slow. */
export class FoundRows {
  constructor(readonly rows: readonly ActivityRow[]) {}
}

export type ChainActivity = {
  found: FoundRows;
  /** The first and last scanned block, and the first block's time (ms since the epoch). */
  reached: bigint;
  reachedAt: number;
  head: bigint;
};

/** Runs `ask` for all items, one batch after another. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(ask))));
  return results;
}

/** Adds data that logs don't contain: native currency in swaps, and block times if the node doesn't include them. */
async function complete(
  client: Client,
  place: ActivityScope,
  logged: readonly LoggedRow[],
): Promise<ActivityRow[]> {
  const rows = await inBatches(logged, async ({ row, isTrade }) =>
    isTrade ? readTrade(row, await getTransactionReceipt(client, { hash: row.hash }), place) : row,
  );
  const timeless = [
    ...new Set(rows.flatMap(({ at, block }) => (at === null && block !== null ? [block] : []))),
  ];
  const times = new Map(
    await inBatches(timeless, async (blockNumber) => {
      const { timestamp } = await getBlock(client, { blockNumber });
      return [blockNumber, Number(timestamp) * 1_000] as const;
    }),
  );
  return rows.map((row) => ({ ...row, at: row.at ?? times.get(row.block ?? -1n) ?? null }));
}

/** Returns whether the node is unreachable. If so, a smaller block range would fail too. */
const isGone = (error: unknown) =>
  error instanceof BaseError &&
  error.walk(
    (cause) => cause instanceof TimeoutError || (cause instanceof HttpRequestError && !cause.status),
  ) !== null;

async function scan(
  client: Client,
  place: ActivityScope,
  range: { toBlock: bigint; floor?: bigint; maxRequests?: number; enough?: number },
): Promise<{ rows: ActivityRow[]; reached: bigint }> {
  const abort = new AbortController();
  const { logs, reached } = await scanLogs(
    (blocks) =>
      readActivityLogs(client, place, blocks).catch((error: unknown) => {
        if (isGone(error)) abort.abort(error);
        throw error;
      }),
    { ...range, signal: abort.signal },
  );
  const logged = await inSlices(byTransaction(logs), SLICE, (own) => readTransactions(own, place));
  return { rows: await complete(client, place, logged), reached };
}

const timeOf = async (client: Client, blockNumber: bigint) =>
  Number((await getBlock(client, { blockNumber })).timestamp) * 1_000;

/** Reads a chain's latest activity. @throws if the RPC request fails. */
export async function beginActivity(
  client: Client,
  place: ActivityScope,
  head: bigint,
): Promise<ChainActivity> {
  const { rows, reached } = await scan(client, place, { toBlock: head, ...LOOK });
  return { found: new FoundRows(rows), reached, reachedAt: await timeOf(client, reached), head };
}

/**
 * Replaces the rows from block `floor` onward. Reuses the objects of unchanged rows, and the whole list if nothing
 * changed.
 */
function renewed(known: FoundRows, latest: readonly ActivityRow[], floor: bigint): FoundRows {
  const isOlder = ({ block }: ActivityRow) => block !== null && block < floor;
  const before = new Map(known.rows.flatMap((row) => (isOlder(row) ? [] : [[row.hash, row] as const])));
  const rows = latest.map((row) => replaceEqualDeep(before.get(row.hash), row));
  const isSame = rows.length === before.size && rows.every((row) => before.get(row.hash) === row);
  return isSame ? known : new FoundRows([...rows, ...known.rows.filter(isOlder)]);
}

/** Adds new activity and removes activity that a reorganization dropped. @throws if the RPC request fails. */
export async function renewActivity(
  client: Client,
  place: ActivityScope,
  known: ChainActivity,
  head: bigint,
): Promise<ChainActivity> {
  // If the head is below the last known block, this is a different chain, for example a local chain after a reset.
  if (head < known.head) return beginActivity(client, place, head);
  const deep = known.head > REORG_DEPTH ? known.head - REORG_DEPTH : 0n;
  const floor = deep > known.reached ? deep : known.reached;
  const { rows } = await scan(client, place, { toBlock: head, floor, maxRequests: Number.POSITIVE_INFINITY });
  return { ...known, found: renewed(known.found, rows, floor), head };
}

/** Adds activity from before the first scanned block. @throws if the RPC request fails. */
export async function extendActivity(
  client: Client,
  place: ActivityScope,
  known: ChainActivity,
): Promise<ChainActivity> {
  if (known.reached === 0n) return known;
  const { rows, reached } = await scan(client, place, { toBlock: known.reached - 1n, ...LOOK });
  const found = new FoundRows([...known.found.rows, ...rows]);
  return { ...known, found, reached, reachedAt: await timeOf(client, reached) };
}
