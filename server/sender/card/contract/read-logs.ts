import { type Address, formatLog, type Hex, numberToHex, pad, parseEventLogs, toEventSelector } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import type { BlockRange } from '@/lib/evm/scan-logs';
import { type Node, withUntrustedReads } from '@/lib/server/chain/node';
import { accountFaultOf, LOG_BYTES, readEvents } from '@/lib/server/transfers/read-events';
import type { CardContract } from './contract';

type EventName = Extract<(typeof cardAccountAbi)[number], { type: 'event' }>['name'];
export type CardLog = ReturnType<typeof parse>[number];
/** A topic of the events to read: one of these values, or any. */
type Topic = Hex[] | null;

/** What the server has stored of a contract: owners of accounts, numbers of cards, and the tokens that are listed. */
export type Stored = { owners: Address[]; cards: number[]; tokens: Address[] };

/** A block whose events don't fit in a node's answer. */
export type FullBlock = {
  number: bigint;
  hash: Hex;
  /** Owners whose changes of balances were read, or null for all owners. */
  owners: ReadonlySet<Address> | null;
};
/** Events in their order, up to `toBlock`. */
type CardLogs = {
  logs: CardLog[];
  toBlock: bigint;
  fullBlock: FullBlock | null;
  /** Owners and cards that have events which weren't read. */
  unread: { owners: Address[]; cards: number[] };
};

/** Events that only the operator's postings cause. */
const POSTINGS: EventName[] = [
  ...(['HoldPlaced', 'HoldRaised', 'HoldReleased', 'HoldCaptured', 'HoldExpired'] as const),
  ...(['Debited', 'Credited', 'ItemRefused'] as const),
];
/** Events that change balances, and that have the owner and the token. */
const CHANGES: EventName[] = ['ToppedUp', 'Withdrawn', 'AccountRecovered'];
/** Other events of an owner. */
const NOTICES: EventName[] = [
  ...(['WithdrawalRequested', 'WithdrawalCanceled', 'RecoverySet', 'RecoveryRequested'] as const),
  'RecoveryVetoed',
];
/** Events of a card that its owner causes. */
const CARD_NOTICES: EventName[] = ['StatusSet', 'LimitsSet'];
/** All events that something depends on. */
const ALL: EventName[] = [...POSTINGS, ...CHANGES, ...NOTICES, ...CARD_NOTICES, 'CardOpened'];

const selectors = new Map(
  cardAccountAbi.flatMap((item) => (item.type === 'event' ? [[item.name, toEventSelector(item)]] : [])),
);
const selectorsOf = (names: readonly EventName[]): Hex[] =>
  names.flatMap((name) => selectors.get(name) ?? []);

const topicOf = (value: Address | number): Hex =>
  typeof value === 'number' ? numberToHex(value, { size: 32 }) : pad(value.toLowerCase() as Address);

async function request(node: Node, address: Address, { fromBlock, toBlock }: BlockRange, topics: Topic[]) {
  const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
  const logs = await node.request({ method: 'eth_getLogs', params: [{ address, topics, ...range }] });
  return logs.map((log) => formatLog(log));
}
type RawLogs = Awaited<ReturnType<typeof request>>;

/** Parses events, each once, in their order. */
function parse(raw: RawLogs) {
  const mined = raw.flatMap(({ blockNumber, blockHash, logIndex, transactionHash, ...log }) =>
    blockNumber === null || blockHash === null || logIndex === null || transactionHash === null
      ? []
      : [{ ...log, blockNumber, blockHash, logIndex, transactionHash }],
  );
  const logs = [...new Map(mined.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()];
  const ordered = logs.sort((one, other) =>
    one.blockNumber === other.blockNumber
      ? one.logIndex - other.logIndex
      : Number(one.blockNumber - other.blockNumber),
  );
  return parseEventLogs({ abi: cardAccountAbi, logs: ordered, strict: true });
}

/**
 * Reads the events of a full block in parts. Anyone can fill a block with events of their own account or card, at so little gas
 * that nodes can't return them all. They are left out: what is at the latest block is read from the contract instead.
 */
async function readFullBlock(contract: CardContract, block: bigint, stored: Stored): Promise<CardLogs> {
  const { chain, address } = contract;
  const range = { fromBlock: block, toBlock: block };
  const raw: RawLogs = [];
  /** Reads events with one of the values as a topic. Returns the values whose events don't fit in an answer. */
  const search = async <Value extends Address | number>(
    names: readonly EventName[],
    position: 1 | 2 | 3,
    values: readonly Value[],
  ): Promise<Value[]> => {
    const byTopic = new Map(values.map((value) => [topicOf(value), value]));
    const { events, unread } = await readEvents(chain, [...byTopic.keys()], range, (node, some, part) =>
      request(node, address, part, [selectorsOf(names), ...Array<null>(position - 1).fill(null), some]),
    );
    raw.push(...events);
    return values.filter((value) => unread.has(topicOf(value)));
  };
  raw.push(
    ...(await withUntrustedReads(
      chain,
      (node) => request(node, address, range, [selectorsOf(POSTINGS)]),
      LOG_BYTES,
    )),
  );
  const { hash } = await withUntrustedReads(
    chain,
    (node) => node.getBlock({ blockNumber: block }),
    LOG_BYTES,
  );
  const { owners, cards, tokens } = stored;
  const noticed = await search(NOTICES, 1, owners);
  const opened = await search(['CardOpened'], 2, owners);
  const unreadCards = await search(CARD_NOTICES, 1, cards);
  // By token, these are complete for all owners. Otherwise, those of stored accounts count.
  const isComplete = (await search(CHANGES, 2, tokens)).length === 0;
  const changed = isComplete ? [] : await search(CHANGES, 1, owners);
  const recovered = isComplete ? [] : await search(['AccountRecovered'], 3, owners);
  const isUnread = new Set([...changed, ...recovered]);
  const known = isComplete ? null : new Set(owners.filter((owner) => !isUnread.has(owner)));
  return {
    logs: parse(raw),
    toBlock: block,
    fullBlock: { number: block, hash, owners: known },
    unread: { owners: [...noticed, ...opened, ...isUnread], cards: unreadCards },
  };
}

/**
 * Reads the contract's events in their order, of as many blocks of a range as fit in a node's answer, but at least of the first.
 * `stored` is needed only if the events of that one don't fit.
 * @throws ApiError 503
 */
export async function readLogs(
  contract: CardContract,
  { fromBlock, toBlock }: BlockRange,
  stored: () => Promise<Stored>,
): Promise<CardLogs> {
  const { chain, address } = contract;
  try {
    const raw = await withUntrustedReads(
      chain,
      (node) => request(node, address, { fromBlock, toBlock }, [selectorsOf(ALL)]),
      LOG_BYTES,
    );
    return { logs: parse(raw), toBlock, fullBlock: null, unread: { owners: [], cards: [] } };
  } catch (error) {
    // A node can refuse a long answer with any message, or take too long for it.
    await accountFaultOf(chain, error);
    if (fromBlock < toBlock)
      return readLogs(contract, { fromBlock, toBlock: (fromBlock + toBlock) / 2n }, stored);
    return readFullBlock(contract, fromBlock, await stored());
  }
}
