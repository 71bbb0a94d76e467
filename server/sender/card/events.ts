import { type Address, type Hex, parseEventLogs, type Log as RpcLog } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { withUntrustedReads } from '@/lib/server/chain/node';
import type { cardEntries, cardEntryKinds } from '@/lib/server/db/card-chain-tables';
import { isTooLarge, isTooWide, LOG_BYTES } from '@/lib/server/transfers/read-events';
import { type CardContract, CHAIN_STATUS, readCard, refusalName } from './contract';

/** An account in the contract. */
export type Account = { owner: Address; token: Address };
export type NewEntry = Account &
  Pick<
    typeof cardEntries.$inferSelect,
    'kind' | 'amountRaw' | 'txHash' | 'logIndex' | 'blockNumber' | 'blockHash' | 'at'
  > & { outcome: string | null };
/** What became of a change of a hold, a debit, a credit, or a freeze. */
export type Outcome = { txHash: Hex; blockNumber: bigint; reason: string | null };
/** A withdrawal that the operator signed. */
type SignedWithdrawal = { digest: Hex; txHash: Hex; blockNumber: bigint };

/** Facts from the events of a range of blocks. */
export type CardFacts = {
  accounts: Account[];
  /** Owners whose recovery changed, in all tokens. */
  owners: Set<Address>;
  entries: NewEntry[];
  /** By `outcomeKey` or, for freezes, `freezeKey`, in their order. */
  outcomes: Map<string, Outcome[]>;
  withdrawals: SignedWithdrawal[];
};

/** Names a change of a hold; for debits and credits, the sequence is 0. */
export const outcomeKey = (id: Hex, sequence: number | bigint) => `${id} ${sequence}`;
export const freezeKey = (card: number) => `freeze ${card}`;

/**
 * Events that are read. Anybody can fill a block with those of canceled nonces, at so little gas that nodes couldn't return them
 * all, and nothing depends on them.
 */
const READ_EVENTS = cardAccountAbi.filter(
  (item): item is Extract<typeof item, { type: 'event' }> =>
    item.type === 'event' && item.name !== 'NonceCanceled',
);

type Log = Awaited<ReturnType<typeof readLogs>>[number];

/** Reads logs of the contract, in parts if a node doesn't answer for all blocks at once. @throws ApiError 503 */
async function readParts(
  contract: CardContract,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<RpcLog<bigint, number, false>[]> {
  const { chain, address } = contract;
  try {
    return await withUntrustedReads(
      chain,
      (node) => node.getLogs({ address, events: READ_EVENTS, fromBlock, toBlock }),
      LOG_BYTES,
    );
  } catch (error) {
    if (fromBlock === toBlock || !(isTooWide(error) || isTooLarge(error))) throw error;
    const middle = (fromBlock + toBlock) / 2n;
    return [
      ...(await readParts(contract, fromBlock, middle)),
      ...(await readParts(contract, middle + 1n, toBlock)),
    ];
  }
}

/** Reads the contract's events in their order. @throws ApiError 503 */
async function readLogs(contract: CardContract, fromBlock: bigint, toBlock: bigint) {
  const logs = await readParts(contract, fromBlock, toBlock);
  return parseEventLogs({ abi: cardAccountAbi, logs, strict: true });
}

type Found = {
  accounts?: Account[];
  owner?: Address;
  entries?: (Account & { kind: (typeof cardEntryKinds)[number]; amount: bigint })[];
  outcome?: { key: string; reason: string | null };
  digest?: Hex;
};

/** Parses an event. `accountOf` returns the account of a card. */
function read(log: Log, accountOf: (card: number) => Account): Found {
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
      return { entries: [{ owner, token, kind: 'withdrawal', amount: -amount }], digest };
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
    case 'StatusSet': {
      const isFrozen = args.status === CHAIN_STATUS.frozen;
      return {
        accounts: [accountOf(args.card)],
        ...(isFrozen ? { outcome: { key: freezeKey(args.card), reason: null } } : {}),
      };
    }
    case 'HoldExpired':
    case 'LimitsSet':
      return { accounts: [accountOf(args.card)] };
    case 'RecoverySet':
    case 'RecoveryRequested':
    case 'RecoveryVetoed':
      return { owner: args.owner };
    default:
      return {};
  }
}

/** Reads the events of a range of blocks. `known` caches accounts by card, which never change. @throws ApiError 503 */
export async function readFacts(
  contract: CardContract,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
  known: Map<number, Account>,
): Promise<CardFacts> {
  const { chain } = contract;
  const logs = await readLogs(contract, fromBlock, toBlock);
  const numbers = new Set(logs.flatMap(({ args }) => ('card' in args ? args.card : [])));
  await Promise.all(
    [...numbers]
      .filter((card) => !known.has(card))
      .map(async (card) => {
        const { owner, token } = await readCard(contract, card);
        known.set(card, { owner, token });
      }),
  );
  const accountOf = (card: number): Account => {
    const account = known.get(card);
    if (!account) throw new Error(`the card ${card} of chain ${chain.id} has no account`);
    return account;
  };
  const found = logs.map((log) => ({ log, ...read(log, accountOf) }));
  const dated = [...new Set(found.flatMap(({ log, entries }) => (entries ? log.blockNumber : [])))];
  const times = new Map(
    await Promise.all(
      dated.map(async (blockNumber) => {
        const { timestamp } = await withUntrustedReads(
          chain,
          (node) => node.getBlock({ blockNumber }),
          LOG_BYTES,
        );
        return [blockNumber, new Date(Number(timestamp) * 1_000)] as const;
      }),
    ),
  );
  const facts: CardFacts = {
    accounts: [],
    owners: new Set(),
    entries: [],
    outcomes: new Map(),
    withdrawals: [],
  };
  for (const { log, accounts = [], owner, entries = [], outcome, digest } of found) {
    const { transactionHash: txHash, logIndex, blockNumber, blockHash } = log;
    facts.accounts.push(...accounts, ...entries);
    if (owner) facts.owners.add(owner);
    for (const { amount: amountRaw, ...entry } of entries)
      facts.entries.push({
        ...{ ...entry, amountRaw, txHash, logIndex, blockNumber, blockHash },
        at: times.get(blockNumber) ?? new Date(),
        outcome: outcome?.key ?? null,
      });
    if (outcome) {
      const { key, reason } = outcome;
      facts.outcomes.set(key, [...(facts.outcomes.get(key) ?? []), { txHash, blockNumber, reason }]);
    }
    if (digest) facts.withdrawals.push({ digest, txHash, blockNumber });
  }
  return facts;
}
