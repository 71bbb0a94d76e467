import { replaceEqualDeep } from '@tanstack/react-query';
import { BaseError, type Client, HttpRequestError, TimeoutError } from 'viem';
import { getBlock, getTransactionReceipt } from 'viem/actions';
import { inSlices } from '@/lib/evm/in-slices';
import { scanLogs } from '@/lib/evm/scan-logs';
import type { ActivityPlace } from './activity-place';
import type { ActivityRow } from './activity-row';
import { byTransaction, type LoggedRow, readTransactions } from './read-activity';
import { readActivityLogs } from './read-activity-logs';
import { readTrade } from './read-trade';

/** Blocks and receipts that are asked for at a time: what nodes take in one batch. */
const BATCH = 100;
/** Transactions that are read out of their logs at a time: each log costs a hash or more. */
const SLICE = 60;
/** No node of the networks of today takes back more than these, in blocks. */
const REORG_DEPTH = 64n;
/** How much is looked at when the page opens, and with each look further back: answered requests, and logs found. */
const LOOK = { maxRequests: 10, enough: 400 } as const;

/** Rows that are compared as a whole: React Query goes through plain lists row by row, each time a chain was asked. */
export class FoundRows {
  constructor(readonly rows: readonly ActivityRow[]) {}
}

/** What is known of a chain's part. */
export type ChainActivity = {
  found: FoundRows;
  /** The first and the last block that was looked at, and the first one's time (ms since the epoch). */
  reached: bigint;
  reachedAt: number;
  head: bigint;
};

/** In parts of BATCH, one after the other. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(ask))));
  return results;
}

/** The rows with what their logs do not tell: what a swap did to the chain's own coin, and of older nodes the time. */
async function complete(
  client: Client,
  place: ActivityPlace,
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

/** Whether a node that fails like this would fail at any range: to ask it for less helps nothing. */
const isGone = (error: unknown) =>
  error instanceof BaseError &&
  error.walk(
    (cause) => cause instanceof TimeoutError || (cause instanceof HttpRequestError && !cause.status),
  ) !== null;

async function scan(
  client: Client,
  place: ActivityPlace,
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

/** The latest part of a chain. @throws where it does not answer. */
export async function beginActivity(
  client: Client,
  place: ActivityPlace,
  head: bigint,
): Promise<ChainActivity> {
  const { rows, reached } = await scan(client, place, { toBlock: head, ...LOOK });
  return { found: new FoundRows(rows), reached, reachedAt: await timeOf(client, reached), head };
}

/** What is known with its latest part read anew. Each row that is as it was stays the same one, and so does the whole. */
function renewed(known: FoundRows, latest: readonly ActivityRow[], floor: bigint): FoundRows {
  const isOlder = ({ block }: ActivityRow) => block !== null && block < floor;
  const before = new Map(known.rows.flatMap((row) => (isOlder(row) ? [] : [[row.hash, row] as const])));
  const rows = latest.map((row) => replaceEqualDeep(before.get(row.hash), row));
  const isSame = rows.length === before.size && rows.every((row) => before.get(row.hash) === row);
  return isSame ? known : new FoundRows([...rows, ...known.rows.filter(isOlder)]);
}

/** What is known, and what came since; what a reorganisation took back is gone. @throws where the chain does not answer. */
export async function renewActivity(
  client: Client,
  place: ActivityPlace,
  known: ChainActivity,
  head: bigint,
): Promise<ChainActivity> {
  // A head below the known one is another chain, as after the reset of a local one.
  if (head < known.head) return beginActivity(client, place, head);
  const deep = known.head > REORG_DEPTH ? known.head - REORG_DEPTH : 0n;
  const floor = deep > known.reached ? deep : known.reached;
  const { rows } = await scan(client, place, { toBlock: head, floor, maxRequests: Number.POSITIVE_INFINITY });
  return { ...known, found: renewed(known.found, rows, floor), head };
}

/** What is known, and a part before it. @throws where the chain does not answer. */
export async function extendActivity(
  client: Client,
  place: ActivityPlace,
  known: ChainActivity,
): Promise<ChainActivity> {
  if (known.reached === 0n) return known;
  const { rows, reached } = await scan(client, place, { toBlock: known.reached - 1n, ...LOOK });
  const found = new FoundRows([...known.found.rows, ...rows]);
  return { ...known, found, reached, reachedAt: await timeOf(client, reached) };
}
