import { type Address, type Log, parseEventLogs } from 'viem';
import type { activityKinds } from '@/lib/api/schemas/activity';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { vaultAbi } from '@/lib/evm/abi/vault';

/** A payment that one of the platform's contracts recorded as an event. */
type ProvenEvent = {
  logIndex: number;
  owner: Address;
  /** Token address, or NATIVE_TOKEN for the chain's native currency. */
  token: Address;
  /** Amount in the token's base units. */
  amount: bigint;
};

/** Defines a kind of transaction: which contract must have recorded it, and how its events are read. */
export type VerifyRule = {
  kind: (typeof activityKinds)[number];
  /** Name of the contract in the chains file. */
  contractName: string;
  /** Reads the events from the logs that this contract emitted. */
  readEvents: (logs: Log<bigint, number, false>[]) => ProvenEvent[];
};

/** Rule for a pledge. `amount` is the amount that the contract received. */
export const pledgeRule: VerifyRule = {
  kind: 'pledge',
  contractName: 'pledge_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: pledgeAbi, eventName: 'Pledged', logs }).map(
      ({ logIndex, args: { owner, token, amount } }) => ({ logIndex, owner, token, amount }),
    ),
};

/** Rule for a presale contribution. `amount` is the amount that the contract received. */
export const presaleRule: VerifyRule = {
  kind: 'presale',
  contractName: 'presale_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: presaleAbi, eventName: 'Contributed', logs }).map(
      ({ logIndex, args: { owner, token, amount } }) => ({ logIndex, owner, token, amount }),
    ),
};

/** Rule for a vault deposit. `amount` is the amount that the vault received. */
export const depositRule: VerifyRule = {
  kind: 'deposit',
  contractName: 'vault_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: vaultAbi, eventName: 'Deposited', logs }).map(({ logIndex, args }) => ({
      logIndex,
      ...args,
    })),
};
