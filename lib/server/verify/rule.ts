import type { Address, Log } from 'viem';
import type { activityKinds } from '@/lib/api/schemas/activity';

/** A payment that one of the platform's contracts recorded in its log. */
type ProvenEvent = {
  logIndex: number;
  owner: Address;
  /** NATIVE_TOKEN for the chain's own currency. */
  token: Address;
  /** The token's base units. */
  amount: bigint;
};

/** What makes a transaction one of a kind: the contract that must have recorded it, and how its log is read. */
export type VerifyRule = {
  kind: (typeof activityKinds)[number];
  /** Name of the contract in the chains file. */
  contractName: string;
  /** Reads the events from logs that `contractName` emitted. */
  readEvents: (logs: Log<bigint, number, false>[]) => ProvenEvent[];
};
