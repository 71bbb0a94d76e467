import { type Client, type Hash, isAddressEqual, type Transaction } from 'viem';
import { getBlockNumber, getLogs, getTransactionCount } from 'viem/actions';
import type { Config } from 'wagmi';
import { scanLogs } from '@/lib/evm/scan-logs';
import { findSwaps } from '@/lib/wallet/swap/find-swaps';
import { effectEvent, logsOf } from './effect-events';
import type { LedgerEntry } from './ledger-entry';
import {
  entryPoints,
  indexedSafeEvents,
  isNativePayment,
  operationEvents,
  operationResult,
  safeEvents,
} from './outcome';
import { findPaidByCode, isPaidIn } from './paid-in';
import { findByNonce, makesCall, unlessRefused } from './read-transactions';

/** Maximum number of the account's transactions to read in one search. */
const MAX_READ = 10;

/** A transaction that may be an entry's. `isProven` if the recipient's balance shows the payment, which no event does. */
export type Found = { hash: Hash; isProven: boolean };

/** Reads the account's own mined transactions, by their nonces since the wallet was asked. */
async function readOwn(client: Client, { account, request }: LedgerEntry): Promise<Transaction[]> {
  const next = await getTransactionCount(client, { address: account });
  const count = Math.min(Math.max(next - request.fromNonce, 0), MAX_READ);
  const nonces = Array.from({ length: count }, (_, index) => request.fromNonce + index);
  const mined = await Promise.all(nonces.map((nonce) => findByNonce(client, account, nonce)));
  return mined.filter((transaction) => transaction !== null);
}

/** Reads the logs of a smart account's operations since the wallet was asked (ERC-4337, Safe). */
async function readOperations(client: Client, { account, request }: LedgerEntry) {
  const range = { fromBlock: BigInt(request.fromBlock) + 1n, strict: true } as const;
  const [operations, executions] = await Promise.all([
    getLogs(client, {
      ...{ ...range, address: [...entryPoints], event: operationEvents[0] },
      args: { sender: account },
    }),
    getLogs(client, { ...range, address: account, events: [...safeEvents, ...indexedSafeEvents] }),
  ]);
  return [...operations, ...executions];
}

/** Returns the transactions that pay native currency by the account's own code. */
async function findPaid(
  client: Client,
  entry: LedgerEntry,
  relays: readonly Pick<Transaction, 'hash' | 'blockNumber'>[],
): Promise<Found[]> {
  if (!isNativePayment(entry)) return [];
  const found: Found[] = [];
  for (const { hash, blockNumber } of relays)
    if (blockNumber !== null && (await isPaidIn(client, entry, blockNumber)))
      found.push({ hash, isProven: true });
  return found;
}

/** Finds the transactions by which the account made the call itself. */
async function findOwn(client: Client, entry: LedgerEntry): Promise<Found[]> {
  const { account, request } = entry;
  const own = await unlessRefused(readOwn(client, entry), []);
  const calls = own.filter((transaction) => !request.isBatch && makesCall(transaction, request));
  const toItself = own.filter(({ to }) => to !== null && isAddressEqual(to, account));
  return [
    ...calls.map(({ hash }) => ({ hash, isProven: false })),
    ...(await findPaid(client, entry, toItself)),
  ];
}

/** Finds the transactions by which a smart account ran the call as an operation. */
async function findOperations(client: Client, entry: LedgerEntry): Promise<Found[]> {
  const operations = await unlessRefused(readOperations(client, entry), []);
  const relays = operations.map(({ transactionHash: hash, blockNumber }) => ({ hash, blockNumber }));
  return [
    ...operations
      .filter((log) => operationResult([log], entry) !== null)
      .map(({ transactionHash: hash }) => ({ hash, isProven: false })),
    ...(await findPaid(client, entry, relays)),
  ];
}

/** Finds the transactions by which a contract account paid native currency, without an event or a nonce of its own. */
async function findByBalance(client: Client, entry: LedgerEntry): Promise<Found[]> {
  if (!isNativePayment(entry)) return [];
  const paid = await unlessRefused(findPaidByCode(client, entry), []);
  return paid.map((hash) => ({ hash, isProven: true }));
}

/** Reads the transactions whose events show the requested effect, by any account's signature. */
async function readEffects(config: Config, entry: LedgerEntry): Promise<Hash[]> {
  if (entry.kind === 'swap') return findSwaps(config, entry);
  const effect = effectEvent(entry);
  if (!effect) return [];
  const client = config.getClient({ chainId: entry.chainId });
  const { logs } = await scanLogs(
    (range) =>
      getLogs(client, { ...range, address: effect.address, event: effect.event, args: effect.args as never }),
    { toBlock: await getBlockNumber(client, { cacheTime: 0 }), floor: BigInt(entry.request.fromBlock) + 1n },
  );
  return logsOf(logs, effect, true).map(({ transactionHash }) => transactionHash ?? '0x');
}

/** Finds the transactions whose events show the requested effect. */
const findByEffect = async (config: Config, entry: LedgerEntry): Promise<Found[]> =>
  (await unlessRefused(readEffects(config, entry), [])).map((hash) => ({ hash, isProven: false }));

/**
 * Finds the transactions on chain that may be an entry's, whatever hash the wallet returned: by the account's own calls and
 * operations, by the events of its effect, and by its balance. Skips a search that the node refuses, for example because it has pruned the
 * required states. Many nodes answer some searches only, so each one counts by itself.
 * @throws if nothing is found, and the node doesn't answer a search.
 */
export async function findTransactions(config: Config, entry: LedgerEntry): Promise<readonly Found[]> {
  const client = config.getClient({ chainId: entry.chainId });
  const searches = [
    ...(await Promise.allSettled([findOwn(client, entry), findByBalance(client, entry)])),
    // After the others: requests of the same moment are one batch, and some nodes refuse a batch that searches logs.
    ...(await Promise.allSettled([findByEffect(config, entry), findOperations(client, entry)])),
  ];
  const found = new Map(
    searches
      .flatMap((search) => (search.status === 'fulfilled' ? search.value : []))
      .map(({ hash, isProven }) => [hash, isProven] as const),
  );
  const failed = searches.find(({ status }) => status === 'rejected');
  if (found.size === 0 && failed?.status === 'rejected') throw failed.reason;
  return [...found].map(([hash, isProven]) => ({ hash, isProven }));
}
