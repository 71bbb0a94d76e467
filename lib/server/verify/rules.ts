import { type Address, type Log, parseEventLogs } from 'viem';
import type { RecordKind } from '@/lib/api/schemas/activity';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { vaultAbi } from '@/lib/evm/abi/vault';

/** A payment that one of the platform's contracts recorded as an event, from the point of view of one account. */
type ProvenEvent = {
  kind: RecordKind;
  logIndex: number;
  owner: Address;
  /** Token address, or NATIVE_TOKEN for the chain's native currency. */
  token: Address;
  /** Amount in the token's base units. */
  amount: bigint;
};

/** Defines a type of transaction: which contract must have recorded it, and how its events are read. */
export type VerifyRule = {
  /** Name in metrics. */
  name: string;
  kinds: readonly RecordKind[];
  /**
   * Whether events of an account can be caused by others. If so, a proof is for all accounts at once, and leaves out
   * unlisted tokens instead of rejecting them.
   */
  isShared: boolean;
  /** Name of the contract in the chains file. */
  contractName: string;
  /** Reads the events from the logs that this contract emitted. */
  readEvents: (logs: Log<bigint, number, false>[]) => ProvenEvent[];
};

/** Rule for a pledge. `amount` is the amount that the contract received. */
export const pledgeRule: VerifyRule = {
  name: 'pledge',
  kinds: ['pledge'],
  isShared: false,
  contractName: 'pledge_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: pledgeAbi, eventName: 'Pledged', logs }).map(
      ({ logIndex, args: { owner, token, amount } }) => ({ kind: 'pledge', logIndex, owner, token, amount }),
    ),
};

/** Rule for a presale contribution. `amount` is the amount that the contract received. */
export const presaleRule: VerifyRule = {
  name: 'presale',
  kinds: ['presale'],
  isShared: false,
  contractName: 'presale_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: presaleAbi, eventName: 'Contributed', logs }).map(
      ({ logIndex, args: { owner, token, amount } }) => ({ kind: 'presale', logIndex, owner, token, amount }),
    ),
};

/** Rule for a vault deposit. `amount` is the amount that the vault received. */
export const depositRule: VerifyRule = {
  name: 'deposit',
  kinds: ['deposit'],
  isShared: false,
  contractName: 'vault_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: vaultAbi, eventName: 'Deposited', logs }).map(({ logIndex, args }) => ({
      kind: 'deposit',
      logIndex,
      ...args,
    })),
};

/**
 * Rule for transfers between vault balances, which have two records each: of the sender and the recipient. Anyone can
 * submit several signed ones in one transaction.
 */
export const transferRule: VerifyRule = {
  name: 'transfer',
  kinds: ['sendBalance', 'receiveBalance'],
  isShared: true,
  contractName: 'vault_contract',
  readEvents: (logs) =>
    parseEventLogs({ abi: vaultAbi, eventName: 'Transferred', logs }).flatMap(
      ({ logIndex, args: { from, to, token, amount } }) => [
        { kind: 'sendBalance', logIndex, owner: from, token, amount },
        { kind: 'receiveBalance', logIndex, owner: to, token, amount },
      ],
    ),
};
