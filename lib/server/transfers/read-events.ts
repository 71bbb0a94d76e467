import 'server-only';
import { type Address, BaseError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError } from 'viem';
import type { BlockRange } from '@/lib/evm/scan-logs';
import { type Node, readHead, type ServerChain, withUntrustedReads } from '../chain/node';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';

/** Blocks per request for logs, which nodes limit. */
const LOG_BLOCKS = 2_000n;

/** Maximum size of an answer with logs, in bytes. */
export const LOG_BYTES = 10 * 1_024 ** 2;

/** Accounts per request for logs. Nodes limit the values of a topic, some to 1,000. */
const LOG_ACCOUNTS = 500;

/** Matches errors about too many events. It must not match a rate limit ("too many requests"). */
const TOO_MANY = /\bresults\b|response (size|is too)|(too many|\d) (logs|events)\b/i;
/** Matches errors about too many blocks. */
const TOO_WIDE = /\brange\b|\bblocks\b/i;
/** Matches errors about a block that the node doesn't have yet. */
const BEHIND = /\bbeyond\b|not found|unknown block/i;
/** Matches errors about too many requests. */
const TOO_OFTEN = /rate.?limit|too many requests|request (limit|count)|per second|capacity/i;
/**
 * HTTP status and JSON-RPC codes of a node, or a proxy before it, that is busy. 504 isn't one, because a slow read can cause
 * it.
 */
const BUSY: readonly unknown[] = [429, 500, 502, 503, -32007];

/** Returns the first cause of a node's error that passes a check, or null. */
function causeOf(error: unknown, isIt: (cause: unknown) => boolean): unknown {
  const { cause } = error instanceof ApiError ? error : { cause: error };
  return cause instanceof BaseError ? cause.walk(isIt) : null;
}

const says = (error: unknown, pattern: RegExp): boolean =>
  causeOf(error, (cause) => cause instanceof RpcRequestError && pattern.test(cause.details)) !== null;

/** Returns whether a node's answer would have too many events. */
export const isTooLarge = (error: unknown): boolean =>
  says(error, TOO_MANY) || causeOf(error, (cause) => cause instanceof ResponseBodyTooLargeError) !== null;

/** Returns whether a node answers only for fewer blocks. */
export const isTooWide = (error: unknown): boolean => says(error, TOO_WIDE) && !isTooLarge(error);

/** Returns whether a node has too much to do, or lacks a block, which no account can cause. */
const isNodeFault = (error: unknown): boolean =>
  says(error, BEHIND) ||
  says(error, TOO_OFTEN) ||
  causeOf(
    error,
    (cause) =>
      (cause instanceof HttpRequestError && BUSY.includes(cause.status)) ||
      (cause instanceof RpcRequestError && BUSY.includes(cause.code)),
  ) !== null;

/**
 * Returns the cause of a failed read that an account may have caused: the node isn't busy, and answers another request.
 * @throws the error otherwise, or ApiError 503.
 */
export async function accountFaultOf(chain: ServerChain, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || isNodeFault(error)) throw error;
  await readHead(chain);
  return error.cause ?? error;
}

/** Splits a range of blocks into parts that a node answers. */
function* logRanges({ fromBlock, toBlock }: BlockRange): Generator<BlockRange> {
  for (let start = fromBlock; start <= toBlock; start += LOG_BLOCKS) {
    const end = start + LOG_BLOCKS - 1n;
    yield { fromBlock: start, toBlock: end < toBlock ? end : toBlock };
  }
}

function halvesOf({ fromBlock, toBlock }: BlockRange): BlockRange[] {
  const middle = (fromBlock + toBlock) / 2n;
  return [
    { fromBlock, toBlock: middle },
    { fromBlock: middle + 1n, toBlock },
  ];
}

/** Blocks to search, and until when (ms of `performance.now()`). */
export type EventRange = BlockRange & { until?: number };

/** Events of some accounts, and why a node didn't answer with those of the other ones. */
export type AccountEvents<Event> = { events: Event[]; unread: ReadonlyMap<Address, unknown> };

/**
 * Reads the events of accounts in a range of blocks. Leaves out accounts whose events don't fit in a node's answer, or take
 * it too long: anyone can cause any number of events of their own account, which must not hide those of others. After `until`,
 * a failed request isn't split: all of its accounts are left out.
 * @throws ApiError 503 if the node is unreachable, busy, or behind.
 */
export async function readEvents<Event>(
  chain: ServerChain,
  accounts: readonly Address[],
  { until = Number.POSITIVE_INFINITY, ...range }: EventRange,
  read: (node: Node, owners: Address[], part: BlockRange) => Promise<readonly Event[]>,
): Promise<AccountEvents<Event>> {
  const events: Event[] = [];
  const unread = new Map<Address, unknown>();
  const visit = async (all: Address[], part: BlockRange): Promise<void> => {
    const owners = all.filter((owner) => !unread.has(owner));
    if (owners.length === 0) return;
    try {
      events.push(...(await withUntrustedReads(chain, (node) => read(node, owners, part), LOG_BYTES)));
    } catch (error) {
      const cause = await accountFaultOf(chain, error);
      if (isTooWide(error) && part.fromBlock < part.toBlock) {
        for (const half of halvesOf(part)) await visit(owners, half);
        return;
      }
      if (owners.length === 1 || performance.now() > until) {
        log.warn(
          { chainId: chain.id, owners, err: describeError(cause) },
          'events of these accounts could not be read',
        );
        for (const owner of owners) unread.set(owner, error);
        return;
      }
      const half = Math.ceil(owners.length / 2);
      await visit(owners.slice(0, half), part);
      await visit(owners.slice(half), part);
    }
  };
  const owners = [...new Set(accounts)];
  for (let start = 0; start < owners.length; start += LOG_ACCOUNTS)
    for (const part of logRanges(range)) await visit(owners.slice(start, start + LOG_ACCOUNTS), part);
  return { events, unread };
}
