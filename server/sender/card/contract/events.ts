import pLimit from 'p-limit';
import { type Address, type Hex, zeroHash } from 'viem';
import type { BlockRange } from '@/lib/evm/scan-logs';
import { withUntrustedReads } from '@/lib/server/chain/node';
import type { cardEntries, cardEntryKinds } from '@/lib/server/db/card-chain-tables';
import { LOG_BYTES } from '@/lib/server/transfers/read-events';
import { type CardContract, readCard, refusalName } from './contract';
import { type CardLog, type FullBlock, readLogs, type Stored } from './read-logs';

/** An account in the contract. */
export type Account = { owner: Address; token: Address };
export type NewEntry = Account &
  Pick<
    typeof cardEntries.$inferSelect,
    'kind' | 'amountRaw' | 'txHash' | 'logIndex' | 'blockNumber' | 'blockHash' | 'at'
  > & { outcome: string | null };
/** What became of a change of a hold, a debit, or a credit. */
export type Outcome = { txHash: Hex; blockNumber: bigint; reason: string | null };
/** A withdrawal that the operator signed. */
type SignedWithdrawal = { digest: Hex; txHash: Hex; blockNumber: bigint };

/** Facts from the events of a range of blocks. */
export type CardFacts = BlockRange & {
  accounts: Account[];
  /** Owners whose accounts may have changed, in all tokens. */
  owners: Set<Address>;
  /** Cards that their owners may have changed. */
  cards: Set<number>;
  entries: NewEntry[];
  /** By `outcomeKey`, in their order. */
  outcomes: Map<string, Outcome[]>;
  withdrawals: SignedWithdrawal[];
  /** The only block, if its events don't fit in a node's answer. */
  fullBlock: FullBlock | null;
  /** Names of all events, for `seen` of later reads. */
  names: string[];
};

/** Names a change of a hold; for debits and credits, the sequence is 0. */
export const outcomeKey = (id: Hex, sequence: number | bigint) => `${id} ${sequence}`;
const nameOf = ({ blockHash, logIndex }: CardLog) => `${blockHash} ${logIndex}`;

/** Blocks that are read at once. */
const BLOCKS_AT_ONCE = 20;

type Found = {
  accounts?: Account[];
  owner?: Address;
  card?: number;
  entries?: (Account & { kind: (typeof cardEntryKinds)[number]; amount: bigint })[];
  outcome?: { key: string; reason: string | null };
  digest?: Hex;
};

/** Interprets an event. `accountOf` returns the account of a card. */
function read(log: CardLog, accountOf: (card: number) => Account): Found {
  const change = (id: Hex, card: number, sequence: bigint | number): Found => ({
    accounts: [accountOf(card)],
    outcome: { key: outcomeKey(id, sequence), reason: null },
  });
  const { eventName, args } = log;
  switch (eventName) {
    case 'ToppedUp':
      return { entries: [{ owner: args.owner, token: args.token, kind: 'topUp', amount: args.amount }] };
    case 'Withdrawn': {
      const { owner, token, amount, digest } = args;
      return {
        entries: [{ owner, token, kind: 'withdrawal', amount: -amount }],
        ...(digest === zeroHash ? {} : { digest }),
      };
    }
    case 'AccountRecovered': {
      const { owner, token, to, amount } = args;
      return {
        entries: [
          { owner, token, kind: 'recovery', amount: -amount },
          { owner: to, token, kind: 'recovery', amount },
        ],
      };
    }
    case 'WithdrawalRequested':
    case 'WithdrawalCanceled':
    case 'CardOpened':
      return { accounts: [{ owner: args.owner, token: args.token }] };
    case 'HoldPlaced':
      return change(args.id, args.card, 1);
    case 'HoldRaised':
    case 'HoldReleased':
      return change(args.id, args.card, args.sequence);
    case 'HoldCaptured':
      return {
        ...change(args.id, args.card, args.sequence),
        entries: [{ ...accountOf(args.card), kind: 'capture', amount: -args.amount }],
      };
    case 'Debited':
      return {
        ...change(args.id, args.card, 0),
        entries: [{ ...accountOf(args.card), kind: 'debit', amount: -args.amount }],
      };
    case 'Credited':
      return {
        ...change(args.id, args.card, 0),
        entries: [{ ...accountOf(args.card), kind: 'credit', amount: args.amount }],
      };
    case 'ItemRefused':
      return { outcome: { key: outcomeKey(args.id, args.sequence), reason: refusalName(args.reason) } };
    case 'HoldExpired':
      return { accounts: [accountOf(args.card)] };
    case 'StatusSet':
    case 'LimitsSet':
      return { card: args.card };
    case 'RecoverySet':
    case 'RecoveryRequested':
    case 'RecoveryVetoed':
      return { owner: args.owner };
    default:
      return {};
  }
}

/** Reads the account of each card that the operator has posted to. `known` caches them, because they never change. */
async function readAccounts(
  contract: CardContract,
  logs: readonly CardLog[],
  known: Map<number, Account>,
): Promise<(card: number) => Account> {
  const numbers = logs.flatMap(({ args }) => ('id' in args && 'card' in args ? args.card : []));
  await Promise.all(
    [...new Set(numbers)]
      .filter((card) => !known.has(card))
      .map(async (card) => {
        const { owner, token } = await readCard(contract, card);
        known.set(card, { owner, token });
      }),
  );
  return (card) => {
    const account = known.get(card);
    if (!account) throw new Error(`the card ${card} of chain ${contract.chain.id} has no account`);
    return account;
  };
}

/** Reads the times of blocks. */
async function readTimes({ chain }: CardContract, numbers: readonly bigint[]): Promise<Map<bigint, Date>> {
  const limit = pLimit(BLOCKS_AT_ONCE);
  const times = [...new Set(numbers)].map((blockNumber) =>
    limit(async () => {
      const { timestamp } = await withUntrustedReads(
        chain,
        (node) => node.getBlock({ blockNumber }),
        LOG_BYTES,
      );
      return [blockNumber, new Date(Number(timestamp) * 1_000)] as const;
    }),
  );
  return new Map(await Promise.all(times));
}

/** What is known before events are read. */
type Known = {
  /** Accounts by card. */
  accounts: Map<number, Account>;
  /** Events to leave out, because their facts are stored. */
  seen: ReadonlySet<string>;
  stored: () => Promise<Stored>;
};

/** Reads the events of a range of blocks, or of its first blocks if there are too many events. @throws ApiError 503 */
export async function readFacts(
  contract: CardContract,
  range: BlockRange,
  { accounts: known, seen, stored }: Known,
): Promise<CardFacts> {
  const { logs: all, toBlock, fullBlock, unread } = await readLogs(contract, range, stored);
  const logs = all.filter((log) => !seen.has(nameOf(log)));
  const accountOf = await readAccounts(contract, logs, known);
  const found = logs.map((log) => ({ log, ...read(log, accountOf) }));
  const times = await readTimes(
    contract,
    found.flatMap(({ log, entries }) => (entries ? log.blockNumber : [])),
  );
  const facts: CardFacts = {
    ...{ fromBlock: range.fromBlock, toBlock, fullBlock, names: all.map(nameOf) },
    accounts: [],
    owners: new Set(unread.owners),
    cards: new Set(unread.cards),
    entries: [],
    outcomes: new Map(),
    withdrawals: [],
  };
  for (const { log, accounts = [], owner, card, entries = [], outcome, digest } of found) {
    const { transactionHash: txHash, logIndex, blockNumber, blockHash } = log;
    facts.accounts.push(...accounts, ...entries);
    if (owner) facts.owners.add(owner);
    if (card !== undefined) facts.cards.add(card);
    for (const { amount: amountRaw, ...entry } of entries)
      facts.entries.push({
        ...{ ...entry, amountRaw, txHash, logIndex, blockNumber, blockHash },
        at: times.get(blockNumber) ?? new Date(),
        outcome: outcome?.key ?? null,
      });
    if (outcome) {
      const { key, reason } = outcome;
      const earlier = facts.outcomes.get(key);
      if (earlier) earlier.push({ txHash, blockNumber, reason });
      else facts.outcomes.set(key, [{ txHash, blockNumber, reason }]);
    }
    if (digest) facts.withdrawals.push({ digest, txHash, blockNumber });
  }
  return facts;
}
