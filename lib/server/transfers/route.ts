import 'server-only';
import {
  type Address,
  BaseError,
  type Hex,
  type Log,
  ResponseBodyTooLargeError,
  RpcRequestError,
} from 'viem';
import type { BlockRange } from '@/lib/evm/scan-logs';
import type { TokenDomain } from '@/lib/evm/wallet-transfer';
import { type Node, type ServerChain, withUntrustedReads } from '../chain/node';
import type { transfers } from '../db/sender-tables';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';

export type TransferRow = typeof transfers.$inferSelect;
/** A transfer, as its owner signs it. */
export type UnsignedTransfer = Pick<
  TransferRow,
  'contract' | 'owner' | 'to' | 'token' | 'amountRaw' | 'nonce' | 'deadline'
>;
export type SignedTransfer = UnsignedTransfer & Pick<TransferRow, 'signature'>;

/** Block and transaction of the event that shows that a transfer was executed. */
export type Executed = { txHash: Hex; blockNumber: bigint; blockHash: Hex };
/** How a transfer ended whose nonce is used: executed, or its owner canceled the nonce, or used it for something else. */
export type TransferEnd = ({ kind: 'executed' } & Executed) | { kind: 'canceled' | 'replaced' };

/** Refusal after which only the chain's events show what used the nonce. */
export const NONCE_USED = 'NonceUsed';
/** Refusal of a transfer that is late. Only a settled block shows that it has expired. */
export const EXPIRED = 'ExpiredSignature';

/**
 * A way to execute signed transfers. The transfers of a batch have the same contract, and there is at least one. All calls
 * to the chain throw an ApiError 503 if the node is unreachable.
 */
export type Route = {
  /** Returns the EIP-712 domain of an account's transfers of a token, or null if this route can't execute them. */
  findDomain: (chain: ServerChain, token: Address, owner: Address) => Promise<TokenDomain | null>;
  /** Returns the EIP-712 hash of a transfer, which its owner signs. */
  digestOf: (domain: TokenDomain, transfer: UnsignedTransfer) => Hex;
  /**
   * Returns whether a key or a contract validates an account's signature, or null if it can't be valid. `hasKey` is whether
   * the account's key signed.
   */
  proofOf: (chain: ServerChain, owner: Address, hasKey: boolean) => Promise<TransferRow['proof'] | null>;
  /** Returns the contract that a batch is sent to. @throws Error if the chain has none. */
  findTarget: (chain: ServerChain, contract: Address) => Promise<Address>;
  /** Returns the calldata that executes a batch. `isStrict` makes it revert if a transfer would, to estimate the gas. */
  encodeBatch: (batch: readonly SignedTransfer[], isStrict?: boolean) => Hex;
  /** Simulates a batch on the latest block. Returns the reason of each refusal, or null if it would be executed. */
  simulateBatch: (chain: ServerChain, batch: readonly SignedTransfer[]) => Promise<(string | null)[]>;
  /** Returns what a transaction's logs say about its batch: transfers executed, and those refused with the reason. */
  readOutcomes: (
    batch: readonly TransferRow[],
    logs: Log<bigint, number, false>[],
  ) => { executed: ReadonlySet<Hex>; refused: ReadonlyMap<Hex, string> };
  /** Returns those of the transfers that were executed in a range of blocks, by ID. */
  findExecuted: (
    chain: ServerChain,
    batch: readonly TransferRow[],
    range: BlockRange,
  ) => Promise<ReadonlyMap<Hex, Executed>>;
  /** Returns how a transfer ended within a range of blocks, or null if its nonce is unused at the range's last block. */
  readEnd: (chain: ServerChain, transfer: TransferRow, range: BlockRange) => Promise<TransferEnd | null>;
};

/** The most gas that a transfer gets in a simulation, with its part of the transaction and the reads around it. */
const SIMULATED_GAS = 400_000n;
/** Above it, a node's own limit applies, which can be lower than the sum. */
const MOST_SIMULATED = 40;

/** Returns the gas of a batch's simulation: with a node's own limit, an account's code could take as long as it wants. */
export const simulationGas = ({ length }: readonly SignedTransfer[]): bigint | undefined =>
  length > MOST_SIMULATED ? undefined : SIMULATED_GAS * BigInt(length);

/** Blocks per request for logs, which nodes limit. */
const LOG_BLOCKS = 2_000n;

/** Maximum size of an answer with logs, in bytes. */
const LOG_BYTES = 10 * 1_024 ** 2;

/** Accounts per request for logs. Nodes limit the values of a topic, some to 1,000. */
const LOG_ACCOUNTS = 500;

/** Splits a range of blocks into parts that a node answers. */
function* logRanges({ fromBlock, toBlock }: BlockRange): Generator<BlockRange> {
  for (let start = fromBlock; start <= toBlock; start += LOG_BLOCKS) {
    const end = start + LOG_BLOCKS - 1n;
    yield { fromBlock: start, toBlock: end < toBlock ? end : toBlock };
  }
}

/** How nodes say that an answer has too many events. It must not match a rate limit ("too many requests"). */
const TOO_MANY = /\bresults\b|response size|too (large|big)|too many (logs|events)/i;

/** Returns whether a node's answer would be too large. */
export function isTooLarge(error: unknown): boolean {
  const { cause } = error instanceof ApiError ? error : { cause: error };
  if (!(cause instanceof BaseError)) return false;
  const found = cause.walk(
    (one) =>
      one instanceof ResponseBodyTooLargeError ||
      (one instanceof RpcRequestError && TOO_MANY.test(one.details)),
  );
  return found !== null;
}

/**
 * Reads the events of the batch's accounts in a range of blocks. Leaves out accounts whose events don't fit in a node's
 * answer: anyone can cause any number of events of their own account, which must not hide those of others.
 */
export async function readEvents<Event>(
  chain: ServerChain,
  batch: readonly TransferRow[],
  range: BlockRange,
  read: (node: Node, owners: Address[], part: BlockRange) => Promise<readonly Event[]>,
): Promise<Event[]> {
  const visit = async (owners: Address[], part: BlockRange): Promise<readonly Event[]> => {
    try {
      return await withUntrustedReads(chain, (node) => read(node, owners, part), LOG_BYTES);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      const half = Math.ceil(owners.length / 2);
      if (half < owners.length)
        return [...(await visit(owners.slice(0, half), part)), ...(await visit(owners.slice(half), part))];
      log.warn(
        { chainId: chain.id, owner: owners[0], err: describeError(error) },
        'an account has too many events to read',
      );
      return [];
    }
  };
  const all = [...new Set(batch.map(({ owner }) => owner))];
  const events: Event[] = [];
  for (let start = 0; start < all.length; start += LOG_ACCOUNTS)
    for (const part of logRanges(range))
      events.push(...(await visit(all.slice(start, start + LOG_ACCOUNTS), part)));
  return events;
}
