import { replaceEqualDeep } from '@tanstack/react-query';
import type { Client } from 'viem';
import { getBlock, getTransactionReceipt } from 'viem/actions';
import { inSlices } from '@/lib/evm/read-many';
import { REORG_DEPTH, scanLogs } from '@/lib/evm/scan-logs';
import { readOpenedCards } from '@/lib/wallet/card/read-opened-cards';
import type { ActivityRow } from './activity-row';
import type { ActivityScope } from './activity-scope';
import { byTransaction, type LoggedRow, readTransactions } from './read-activity';
import { readActivityLogs } from './read-activity-logs';
import { openedIn } from './read-own-cards';
import { readTrade } from './read-trade';

/** Number of blocks or receipts per batch request. */
const BATCH = 100;
/** Number of transactions parsed per slice. Slices are small, because parsing each log computes at least one hash. */
const SLICE = 60;
/** Limits for each scan: the number of RPC requests and the number of logs. */
const LOOK = { maxRequests: 10, enough: 400 } as const;
/** Number of RPC requests that look for an account's cards. Their ranges grow, so these cover several million blocks. */
const CARD_REQUESTS = 12;

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
  /** Numbers of the account's cards. */
  cards: ReadonlySet<number>;
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

async function scan(
  client: Client,
  place: ActivityScope,
  range: { toBlock: bigint; floor?: bigint; maxRequests?: number; enough?: number },
): Promise<{ rows: ActivityRow[]; reached: bigint; cards: ReadonlySet<number> }> {
  const { logs, reached } = await scanLogs((blocks) => readActivityLogs(client, place, blocks), range);
  const cards = new Set([...place.cards, ...openedIn(logs, place)]);
  const own = { ...place, cards };
  const logged = await inSlices(byTransaction(logs), SLICE, (slice) => readTransactions(slice, own));
  return { rows: await complete(client, own, logged), reached, cards };
}

const timeOf = async (client: Client, blockNumber: bigint) =>
  Number((await getBlock(client, { blockNumber })).timestamp) * 1_000;

/** Reads a chain's latest activity. @throws if the RPC request fails. */
export async function beginActivity(
  client: Client,
  place: ActivityScope,
  head: bigint,
): Promise<ChainActivity> {
  const contract = place.contracts.get('card_contract');
  const opened = contract
    ? await scanLogs((range) => readOpenedCards(client, contract, place.account, range), {
        toBlock: head,
        maxRequests: CARD_REQUESTS,
      })
    : { logs: [] };
  const { rows, reached, cards } = await scan(
    client,
    { ...place, cards: new Set(opened.logs.map(({ number }) => number)) },
    { toBlock: head, ...LOOK },
  );
  return { found: new FoundRows(rows), reached, reachedAt: await timeOf(client, reached), head, cards };
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
  const range = { toBlock: head, floor, maxRequests: Number.POSITIVE_INFINITY };
  const { rows, cards } = await scan(client, { ...place, cards: known.cards }, range);
  return { ...known, found: renewed(known.found, rows, floor), head, cards };
}

/** Adds activity from before the first scanned block. @throws if the RPC request fails. */
export async function extendActivity(
  client: Client,
  place: ActivityScope,
  known: ChainActivity,
): Promise<ChainActivity> {
  if (known.reached === 0n) return known;
  const range = { toBlock: known.reached - 1n, ...LOOK };
  const { rows, reached, cards } = await scan(client, { ...place, cards: known.cards }, range);
  const found = new FoundRows([...known.found.rows, ...rows]);
  return { ...known, found, reached, reachedAt: await timeOf(client, reached), cards };
}
