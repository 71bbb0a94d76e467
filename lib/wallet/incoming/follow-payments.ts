import {
  type Address,
  type Client,
  encodeEventTopics,
  formatLog,
  getAddress,
  type Hash,
  isAddressEqual,
  type Log,
  numberToHex,
  parseEventLogs,
} from 'viem';
import { getBlock, getCode, getTransaction } from 'viem/actions';
import { isContractCode, NATIVE_TOKEN } from '@/lib/evm/address';
import { max } from '@/lib/evm/bigint';
import { type BlockRange, REORG_DEPTH, scanLogs } from '@/lib/evm/scan-logs';
import { type MinedLog, transferEvents } from '@/lib/wallet/activity/activity-events';
import {
  type IncomingPayment,
  mergePayments,
  type SeenPayments,
  unexplainedPayment,
} from './incoming-payment';
import { type AccountState, findNative, readState, type StateReader, stateReader } from './read-native';

/** What was seen of an account on a chain, from a block on. */
export type Followed = SeenPayments & {
  /** Payments up to this block weren't looked for. */
  since: bigint;
  head: { number: bigint; hash: Hash };
  /** The account's state at the head. */
  state: AccountState;
};

type Scope = { account: Address; tokens: ReadonlyMap<Address, unknown> };

/** Blocks whose logs are read again: of the nodes behind one URL, some lag, and answer without the latest logs. */
const AGAIN_BLOCKS = 8n;
/** States to read in one look. Longer sleeps are summed up instead. */
const MAX_STATES = 400;
/** Latest transfers to read in one look. */
const MAX_TRANSFERS = 200;
/** Blocks to catch up with. What is older is listed in Activity. */
const MAX_CATCH_UP = 5_000n;

/** Numbers the transfers of a transaction that are alike, because a reorganization changes the indexes of logs. */
function numbered(logs: readonly Transfer[]): (readonly [string, Transfer])[] {
  const counts = new Map<string, number>();
  return logs.map((log) => {
    const name = `${log.transactionHash} ${log.address} ${log.args.from} ${log.args.value}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [`${name} ${count}`, log] as const;
  });
}

const readTransfers = (logs: readonly Log[]) =>
  parseEventLogs({ abi: transferEvents, logs: logs as MinedLog[], strict: true });
type Transfer = ReturnType<typeof readTransfers>[number];

/** Returns a function that reads each key once. */
function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

/** Reads the listed tokens that an account received in a range of blocks. @throws if the RPC request fails. */
async function findTransfers(
  client: Client,
  { account, tokens }: Scope,
  { fromBlock, toBlock }: BlockRange,
): Promise<IncomingPayment[]> {
  const address = [...tokens.keys()].filter((token) => token !== NATIVE_TOKEN);
  if (address.length === 0 || fromBlock > toBlock) return [];
  const topics = encodeEventTopics({ abi: transferEvents, eventName: 'Transfer', args: { to: account } });
  const { logs } = await scanLogs(
    async (range) => {
      const found = await client.request({
        method: 'eth_getLogs',
        params: [
          {
            ...{ address, topics },
            ...{ fromBlock: numberToHex(range.fromBlock), toBlock: numberToHex(range.toBlock) },
          },
        ],
      });
      return found.map((log) => formatLog(log));
    },
    { toBlock, floor: fromBlock, maxRequests: Number.POSITIVE_INFINITY, enough: MAX_TRANSFERS },
  );
  const transfers = readTransfers(logs).filter(
    ({ args, transactionHash }) =>
      args.value > 0n && !isAddressEqual(args.from, account) && transactionHash !== null,
  );
  const blockOf = once((blockNumber: bigint) => getBlock(client, { blockNumber }));
  const senderOf = once(async (hash: Hash) => (await getTransaction(client, { hash })).from);
  const isContract = once(async (from: Address) => isContractCode(await getCode(client, { address: from })));
  return Promise.all(
    numbered(transfers).map(async ([id, log]): Promise<IncomingPayment> => {
      const from = getAddress(log.args.from);
      const { transactionHash: hash, blockNumber: block, blockHash } = log;
      const [{ timestamp }, sender, isFromContract] = await Promise.all([
        blockOf(block),
        senderOf(hash),
        isContract(from),
      ]);
      return {
        ...{ id, token: getAddress(log.address), amount: log.args.value, from, isContract: isFromContract },
        ...{ hash, block, blockHash, at: Number(timestamp) * 1_000 },
        isOwn: isAddressEqual(sender, account),
      };
    }),
  );
}

/** Reads the native currency that an account received. Sums up what was received where the node has pruned the states. */
async function findCoins(
  client: Client,
  account: Address,
  states: StateReader,
  low: bigint,
  high: bigint,
): Promise<IncomingPayment[]> {
  if (low >= high) return [];
  const { payments, rest } = await findNative(client, account, states, { low, high }, MAX_STATES);
  const sums = await Promise.all(
    rest.map(async (gap): Promise<IncomingPayment[]> => {
      const [before, after] = await Promise.all([states.read(gap.low), states.read(gap.high)]);
      // If the account sent transactions, their fees would have to be known.
      if (!before || !after || after.nonce !== before.nonce || after.balance <= before.balance) return [];
      const block = await getBlock(client, { blockNumber: gap.high });
      return [unexplainedPayment(after.balance - before.balance, block)];
    }),
  );
  return [...payments, ...sums.flat()];
}

type Start = Pick<Followed, 'since' | 'state'>;

/** Returns where to start: at `wanted`, if it is near and the node still has the account's state there, or else at the head. */
async function startAt(
  client: Client,
  account: Address,
  head: bigint,
  wanted: bigint | null,
): Promise<Start> {
  const now = async () => ({ since: head, state: await readState(client, account, head) });
  if (wanted === null || wanted > head || head - wanted > MAX_CATCH_UP) return now();
  const state = await stateReader(client, account).read(wanted);
  return state ? { since: wanted, state } : now();
}

/**
 * Reads the payments that an account received since the last look, or since block `wanted` in the first one. Reads the latest
 * blocks again if a reorganization replaced one that was seen.
 * @throws if the RPC request fails.
 */
export async function followPayments(
  client: Client,
  scope: Scope,
  known: Followed | undefined,
  wanted: bigint | null,
): Promise<Followed> {
  const { account } = scope;
  const latest = await getBlock(client);
  const head = { number: latest.number, hash: latest.hash };
  if (known && (known.head.hash === head.hash || head.number < known.head.number)) return known;
  if (!known) {
    const { since, state } = await startAt(client, account, head.number, wanted);
    const start = { payments: [], removed: [], since, head: { number: since, hash: head.hash }, state };
    return since === head.number ? start : extend(client, scope, start, head, false);
  }
  const { number, hash } = known.head;
  const isExtended =
    latest.parentHash === hash || (await getBlock(client, { blockNumber: number })).hash === hash;
  return extend(client, scope, known, head, !isExtended);
}

/** Adds the payments of the blocks up to a new head. */
async function extend(
  client: Client,
  scope: Scope,
  known: Followed,
  head: Followed['head'],
  isReorganized: boolean,
): Promise<Followed> {
  const { since } = known;
  const last = known.head.number;
  const floor = max(isReorganized ? last - REORG_DEPTH : last, since);
  const states = stateReader(client, scope.account, isReorganized ? [] : [[last, known.state]]);
  const logsFrom = max(isReorganized ? floor : last - AGAIN_BLOCKS, since) + 1n;
  const [transfers, coins, state] = await Promise.all([
    findTransfers(client, scope, { fromBlock: logsFrom, toBlock: head.number }),
    findCoins(client, scope.account, states, floor, head.number),
    states.read(head.number),
  ]);
  if (!state) throw new Error(`the node has no state of block ${head.number}`);
  return {
    ...mergePayments(known, [...transfers, ...coins], floor, isReorganized),
    ...{ since, head, state },
  };
}
