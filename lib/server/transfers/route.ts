import 'server-only';
import type { Address, Hex, Log } from 'viem';
import type { BlockRange } from '@/lib/evm/scan-logs';
import type { TokenDomain } from '@/lib/evm/wallet-transfer';
import type { ServerChain } from '../chain/node';
import type { transfers } from '../db/sender-tables';
import type { EventRange } from './read-events';

export type TransferRow = typeof transfers.$inferSelect;
/** A transfer, as its owner signs it. */
export type UnsignedTransfer = Pick<
  TransferRow,
  'contract' | 'owner' | 'to' | 'token' | 'amountRaw' | 'nonce' | 'deadline'
>;
export type SignedTransfer = UnsignedTransfer & Pick<TransferRow, 'signature'>;

/** Block and transaction of the event that shows that a transfer was executed. */
export type Executed = { txHash: Hex; blockNumber: bigint; blockHash: Hex };
export type Found = { executed: ReadonlyMap<Hex, Executed>; unread: ReadonlyMap<Address, unknown> };
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
  /** Returns those of the transfers that were executed in a range of blocks, by ID, and why other accounts couldn't be read. */
  findExecuted: (chain: ServerChain, batch: readonly TransferRow[], range: EventRange) => Promise<Found>;
  /** Returns how a transfer ended within a range of blocks, or null if its nonce is unused at the range's last block. */
  readEnd: (chain: ServerChain, transfer: TransferRow, range: BlockRange) => Promise<TransferEnd | null>;
};

/** The most gas that a transfer gets in a simulation, with its part of the transaction and the reads around it. */
const SIMULATED_GAS = 400_000n;
/** Above it, a node's own limit applies, which can be lower than the sum. */
const MOST_SIMULATED = 40;

/** Returns the gas of a batch's simulation: with a node's own limit, an account's code could take as long as it wants. */
export const simulationGas = ({ length }: { length: number }): bigint | undefined =>
  length > MOST_SIMULATED ? undefined : SIMULATED_GAS * BigInt(length);
