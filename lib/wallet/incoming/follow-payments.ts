import type { Client, Hash } from 'viem';
import { getBlock } from 'viem/actions';
import { max, min } from '@/lib/evm/bigint';
import { REORG_DEPTH } from '@/lib/evm/scan-logs';
import { findNativePayments, stillMined } from './find-native';
import type { Notified } from './incoming-marks';
import { mergePayments, type SeenPayments } from './incoming-payment';
import { type AccountState, oldestState, type StateReader, stateReader } from './read-native';
import { findTransfers, type IncomingScope } from './read-transfers';

/** What was seen of an account on a chain, from a block on. */
export type Followed = SeenPayments & {
  /** Payments up to this block weren't read. */
  since: bigint;
  /** Some of the native currency up to this block may be missing, because the node has pruned what shows it. */
  nativeSince: bigint;
  /** Number of latest blocks that are read again in each poll. */
  againBlocks: bigint;
  /** The timestamp is in seconds. */
  head: { number: bigint; hash: Hash; timestamp: bigint };
  /** The account's state at the head. */
  state: AccountState;
};

/** Blocks from which the first poll reads. */
export type WantedStart = {
  /** How far the user was notified of payments. */
  notified: Notified | null;
  /** The block in which the payment request on the screen was opened. */
  request: bigint | null;
};

/** Time whose logs are read again, in seconds: of the nodes behind one URL, some lag, and answer without the latest logs. */
const AGAIN_SECONDS = 60n;
const MIN_AGAIN_BLOCKS = 8n;
/** A head that is lower by more than this is that of a local chain that was reset. */
export const MAX_AGAIN_BLOCKS = 600n;
/** Time to catch up with, in seconds. What is older is listed in Activity. */
const CATCH_UP_SECONDS = 86_400n;
/** On a chain that makes few blocks, more time takes few requests. */
const MIN_CATCH_UP_BLOCKS = 300n;

/** Returns a function that estimates a number of latest blocks from their time in seconds. @throws if the RPC request fails. */
async function readPace(client: Client, head: Followed['head']): Promise<(seconds: bigint) => bigint> {
  const number = max(head.number - REORG_DEPTH, 0n);
  const { timestamp } = await getBlock(client, { blockNumber: number });
  const passed = max(head.timestamp - timestamp, 1n);
  return (seconds) => ((head.number - number) * seconds) / passed + 1n;
}

function startBlock(head: bigint, { notified, request }: WantedStart, catchUp: bigint): bigint {
  const earliest = max(head - catchUp, 0n);
  const starts = [
    notified !== null && notified.block >= earliest ? notified.block : head,
    request !== null ? max(request, earliest) : head,
  ];
  return starts.reduce(min, head);
}

/**
 * Reads the payments that an account received since the last poll, or since the `wanted` start in the first one. Reads the
 * latest blocks again if a reorganization replaced one that was seen.
 * @throws if the RPC request fails, or if nodes behind the URL disagree.
 */
export async function followPayments(
  client: Client,
  scope: IncomingScope,
  known: Followed | undefined,
  wanted: WantedStart,
): Promise<Followed> {
  const latest = await getBlock(client);
  const head = { number: latest.number, hash: latest.hash, timestamp: latest.timestamp };
  const isReset = known !== undefined && head.number + MAX_AGAIN_BLOCKS < known.head.number;
  if (!known || isReset) return firstPoll(client, scope, head, wanted);
  if (known.head.hash === head.hash || head.number < known.head.number) return known;
  const last = known.head.number;
  const states = stateReader(client, scope.account);
  const [fork, state] = await Promise.all([findFork(client, known, latest.parentHash), states.read(last)]);
  // A node on another branch may have shown the state of the last poll.
  const isSame = !state || (state.balance === known.state.balance && state.nonce === known.state.nonce);
  if (fork === null && isSame)
    return poll(client, scope, known, head, {
      ...{ floor: null, logsFrom: max(last - known.againBlocks, known.since), nativeFrom: last },
      states: stateReader(client, scope.account, [[last, known.state]]),
    });
  const floor = max(fork?.kept ?? min(last - REORG_DEPTH, (fork?.replaced ?? last) - 1n), known.since);
  return poll(client, scope, known, head, { floor, logsFrom: floor, nativeFrom: floor, states });
}

/**
 * Compares the blocks that were seen, those with recent payments and the last head, with the chain. Returns null if all are in
 * it. Otherwise returns the lowest one that was replaced, and the highest one below it that wasn't: a block's hash proves
 * that all blocks before it are the same, too.
 * @throws if the RPC request fails.
 */
async function findFork(
  client: Client,
  { head, payments, againBlocks }: Followed,
  parentHash: Hash,
): Promise<{ replaced: bigint; kept: bigint | null } | null> {
  const seen = new Map<bigint, Set<Hash>>();
  for (const { block, blockHash } of payments)
    if (block > head.number - againBlocks) seen.set(block, new Set([...(seen.get(block) ?? []), blockHash]));
  if (parentHash !== head.hash) seen.set(head.number, new Set([...(seen.get(head.number) ?? []), head.hash]));
  const blocks = await Promise.all(
    [...seen].map(async ([number, hashes]) => {
      const { hash } = await getBlock(client, { blockNumber: number });
      return { number, isReplaced: [...hashes].some((one) => one !== hash) };
    }),
  );
  const replaced = blocks.filter(({ isReplaced }) => isReplaced).map(({ number }) => number);
  if (replaced.length === 0) return null;
  const lowest = replaced.reduce(min);
  const kept = blocks.map(({ number }) => number).filter((number) => number < lowest);
  return { replaced: lowest, kept: kept.length > 0 ? kept.reduce(max) : null };
}

async function firstPoll(
  client: Client,
  scope: IncomingScope,
  head: Followed['head'],
  wanted: WantedStart,
): Promise<Followed> {
  const latest = stateReader(client, scope.account);
  const [state, blocksIn] = await Promise.all([stateAt(latest, head.number), readPace(client, head)]);
  const againBlocks = min(max(blocksIn(AGAIN_SECONDS), MIN_AGAIN_BLOCKS), MAX_AGAIN_BLOCKS);
  const since = startBlock(head.number, wanted, max(blocksIn(CATCH_UP_SECONDS), MIN_CATCH_UP_BLOCKS));
  const oldest = await oldestState(latest, since, head.number);
  const { notified } = wanted;
  // Instead of a state that the node has pruned, the one that this device stored shows what was received since.
  const hasStored = notified !== null && notified.block >= since && notified.block < oldest;
  const nativeSince = hasStored ? notified.block : oldest;
  const states = hasStored
    ? stateReader(client, scope.account, [
        [notified.block, notified.state],
        [head.number, state],
      ])
    : latest;
  const start = { ...{ payments: [], removed: [], since, nativeSince, againBlocks }, head, state };
  const from = { floor: null, logsFrom: since, nativeFrom: nativeSince, states };
  return since === head.number ? start : poll(client, scope, start, head, from);
}

/** Reads an account's state at the head. @throws if the RPC request fails. */
async function stateAt(states: StateReader, block: bigint): Promise<AccountState> {
  const state = await states.read(block);
  if (!state) throw new Error(`the node has no state of block ${block}`);
  return state;
}

type Range = {
  /** After a reorganization, the block above which payments that aren't found again are removed. */
  floor: bigint | null;
  /** The blocks after which to read logs, and native currency. */
  logsFrom: bigint;
  nativeFrom: bigint;
  states: StateReader;
};

/** Adds the payments of the blocks up to a new head. */
async function poll(
  client: Client,
  scope: IncomingScope,
  known: Followed,
  head: Followed['head'],
  { floor, logsFrom, nativeFrom, states }: Range,
): Promise<Followed> {
  const [transfers, native, state] = await Promise.all([
    // After a reorganization, each block has to be checked again.
    findTransfers(
      client,
      scope,
      { fromBlock: logsFrom + 1n, toBlock: head.number },
      floor === null ? known.payments : [],
    ),
    findNativePayments(client, scope, states, { low: nativeFrom, high: head.number }),
    stateAt(states, head.number),
  ]);
  const found = [...transfers, ...native.payments];
  const ids = new Set(found.map(({ id }) => id));
  const lost = known.payments.filter(({ id, block }) => floor !== null && block > floor && !ids.has(id));
  const kept = await stillMined(client, scope.account, lost, native.unread);
  // What a reorganization replaces was read before, so only ranges with newer blocks count as missing.
  const missing = native.unread.filter(({ high }) => floor === null || high > known.head.number);
  const nativeSince = missing.reduce((most, { high }) => max(most, high), known.nativeSince);
  return {
    ...mergePayments(known, [...found, ...kept], floor),
    ...{ since: known.since, nativeSince, againBlocks: known.againBlocks, head, state },
  };
}
