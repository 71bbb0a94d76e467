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
import { getBlock, getCode, getTransactionReceipt } from 'viem/actions';
import { isContractCode, NATIVE_TOKEN } from '@/lib/evm/address';
import { type BlockRange, scanLogs } from '@/lib/evm/scan-logs';
import { type MinedLog, transferEvents } from '@/lib/wallet/activity/activity-events';
import { readOnce } from '@/lib/wallet/transactions/read-transactions';
import type { IncomingPayment } from './incoming-payment';
import { isActionOf } from './own-action';

/** Whose payments to read, and what shows that the account caused one itself. */
export type IncomingScope = {
  account: Address;
  tokens: ReadonlyMap<Address, unknown>;
  /** Addresses of the platform's contracts on the chain. */
  platform: ReadonlySet<Address>;
  /** Whether this browser sent a transaction. */
  isSentHere: (hash: Hash) => boolean;
};

const readEvents = (logs: readonly Log[]) =>
  parseEventLogs({ abi: transferEvents, logs: logs as MinedLog[], strict: true });
type Transfer = ReturnType<typeof readEvents>[number];

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

/** Returns the transfers of tokens to an account from other accounts. */
const received = (logs: readonly Log[], account: Address): readonly Transfer[] =>
  readEvents(logs).filter(
    ({ args, transactionHash }) =>
      args.value > 0n &&
      isAddressEqual(args.to, account) &&
      !isAddressEqual(args.from, account) &&
      transactionHash !== null,
  );

/** Returns the IDs of the payments to an account in a transaction's logs. */
export const transferIds = (logs: readonly Log[], account: Address): readonly string[] =>
  numbered(received(logs, account)).map(([id]) => id);

/**
 * Reads the listed tokens that an account received in a range of blocks. Those in `known` whose block is the same are returned
 * without further requests.
 * @throws if the RPC request fails, or if a log is from a block that isn't in the chain.
 */
export async function findTransfers(
  client: Client,
  { account, tokens, platform, isSentHere }: IncomingScope,
  { fromBlock, toBlock }: BlockRange,
  known: readonly IncomingPayment[],
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
    { toBlock, floor: fromBlock, maxRequests: Number.POSITIVE_INFINITY },
  );
  const transfers = received(logs, account);
  const seen = new Map(known.map((payment) => [`${payment.id} ${payment.blockHash}`, payment]));
  const blockOf = readOnce((blockNumber: bigint) => getBlock(client, { blockNumber }));
  const isOwn = readOnce(async (hash: Hash) => {
    const { from, logs: emitted } = await getTransactionReceipt(client, { hash });
    return isAddressEqual(from, account) || isSentHere(hash) || isActionOf(account, emitted, platform);
  });
  const isContract = readOnce(async (from: Address) =>
    isContractCode(await getCode(client, { address: from })),
  );
  return Promise.all(
    numbered(transfers).map(async ([id, log]): Promise<IncomingPayment> => {
      const from = getAddress(log.args.from);
      const { transactionHash: hash, blockNumber: block, blockHash } = log;
      const same = seen.get(`${id} ${blockHash}`);
      // This browser may have stored its transaction only after the payment was seen.
      if (same) return { ...same, isOwn: same.isOwn || isSentHere(hash) };
      const [mined, isOwnPayment, isFromContract] = await Promise.all([
        blockOf(block),
        isOwn(hash),
        isContract(from),
      ]);
      // A node on another branch answered, or one that lags. The next poll reads the range again.
      if (mined.hash !== blockHash) throw new Error(`a log is from another block ${block}`);
      return {
        ...{ id, token: getAddress(log.address), amount: log.args.value, from, isContract: isFromContract },
        ...{ hash, block, blockHash, at: Number(mined.timestamp) * 1_000, isOwn: isOwnPayment },
      };
    }),
  );
}
