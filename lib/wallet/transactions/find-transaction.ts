import type { Client, Hash, Log, Transaction } from 'viem';
import { getBlockNumber, getLogs, getTransactionCount } from 'viem/actions';
import type { Config } from 'wagmi';
import { REORG_DEPTH, scanLogs } from '@/lib/evm/scan-logs';
import { findSwaps } from '@/lib/wallet/swap/swap-logs';
import { effectEvent, logsOf } from './effect-events';
import type { LedgerEntry, Searched } from './ledger-entry';
import {
  entryPoints,
  indexedSafeEvents,
  isNativePayment,
  operationEvents,
  operationResult,
  safeEvents,
} from './outcome';
import { countPayments, type Found, findPaidByCode } from './paid-in';
import { callMatch, type NonceUse, nonceSearch, unlessRefused } from './read-transactions';

/** Maximum number of the account's transactions to read in one search. */
const MAX_READ = 25;

/** What a search found, how far it got if it got any further, and the node's error if it didn't answer a part of it. */
export type Search = { found: readonly Found[]; searched: Searched | null; failure: unknown };

const startOf = ({ request, searched }: LedgerEntry) => ({
  nonce: searched?.nonce ?? request.fromNonce,
  block: BigInt(searched?.block ?? request.fromBlock),
  logs: BigInt(searched?.logs ?? request.fromBlock),
});

/** Returns the blocks whose logs are still to be searched, up to `head`. */
const logRange = (entry: LedgerEntry, head: bigint) => ({ toBlock: head, floor: startOf(entry).logs + 1n });

/**
 * Reads where the account's nonces since the last search were used: the oldest and the newest ones. Null for those that the node
 * refuses, because it has pruned that state.
 */
async function readOwn(client: Client, entry: LedgerEntry): Promise<(NonceUse & { nonce: number })[]> {
  const { account } = entry;
  const { nonce: first } = startOf(entry);
  const next = await getTransactionCount(client, { address: account });
  const all = Array.from({ length: Math.max(next - first, 0) }, (_, index) => first + index);
  const find = nonceSearch(client, account);
  const nonces = [...new Set([...all.slice(0, MAX_READ), ...all.slice(-MAX_READ)])];
  const uses = await Promise.all(nonces.map((nonce) => unlessRefused(find(nonce), null)));
  return nonces.flatMap((nonce, index) => {
    const use = uses[index];
    return use ? [{ ...use, nonce }] : [];
  });
}

/** What a search of logs found, and whether it covers all blocks that are still to be searched. */
type LogSearch<Item> = { found: readonly Item[]; isWhole: boolean };
const refused = { found: [], isWhole: false };

/** Reads the logs of a smart account's operations since the last search (ERC-4337, Safe). */
async function readOperations(
  client: Client,
  entry: LedgerEntry,
  head: bigint,
): Promise<LogSearch<Log<bigint, number, false>>> {
  const { account } = entry;
  const range = logRange(entry, head);
  const { logs, reached } = await scanLogs(async (range) => {
    const [operations, executions] = await Promise.all([
      getLogs(client, {
        ...{ ...range, strict: true, address: [...entryPoints], event: operationEvents[0] },
        args: { sender: account },
      }),
      getLogs(client, {
        ...range,
        strict: true,
        address: account,
        events: [...safeEvents, ...indexedSafeEvents],
      }),
    ]);
    return [...operations, ...executions];
  }, range);
  return { found: logs, isWhole: reached <= range.floor };
}

/** Returns the transactions that pay native currency by the account's own code. */
async function findPaid(
  client: Client,
  entry: LedgerEntry,
  calls: readonly Pick<Transaction, 'hash' | 'blockNumber'>[],
  isOwn: boolean,
): Promise<Found[]> {
  if (!isNativePayment(entry)) return [];
  const found: Found[] = [];
  for (const { hash, blockNumber: block } of calls) {
    if (block === null) continue;
    const payments = await unlessRefused(countPayments(client, entry, { hash, block, isOwn }), 0);
    if (payments > 0) found.push({ hash, payments });
  }
  return found;
}

/** Finds the transactions by which the account made the call itself, and the nonce until which none is missing. */
async function findOwn(client: Client, entry: LedgerEntry): Promise<{ found: Found[]; nonce: number }> {
  const uses = await readOwn(client, entry);
  const own = uses.map(({ transaction }) => transaction).filter((transaction) => transaction !== null);
  const calls = own.filter((transaction) => ['exact', 'part'].includes(callMatch(transaction, entry)));
  const byCode = own.filter((transaction) => callMatch(transaction, entry) === 'code');
  const deep = (await getBlockNumber(client)) - REORG_DEPTH;
  let { nonce } = startOf(entry);
  for (const { block, nonce: read } of uses) if (read === nonce && block <= deep) nonce += 1;
  return {
    found: [
      ...calls.map(({ hash }) => ({ hash, payments: 0 })),
      ...(await findPaid(client, entry, byCode, true)),
    ],
    nonce,
  };
}

/** Finds the transactions by which a smart account ran the call as an operation. */
async function findOperations(client: Client, entry: LedgerEntry, head: bigint): Promise<LogSearch<Found>> {
  const { found: operations, isWhole } = await unlessRefused(readOperations(client, entry, head), refused);
  const relays = operations.map(({ transactionHash: hash, blockNumber }) => ({ hash, blockNumber }));
  const found = [
    ...operations
      .filter((log) => operationResult([log], entry) !== null)
      .map(({ transactionHash: hash }) => ({ hash, payments: 0 })),
    ...(await findPaid(client, entry, relays, false)),
  ];
  // A node may show later that an operation paid native currency.
  return { found, isWhole: isWhole && !(isNativePayment(entry) && relays.length > 0) };
}

/**
 * Finds the transactions by which a contract account paid native currency, without an event or a nonce of its own, and the
 * block until which none is missing.
 */
async function findByBalance(client: Client, entry: LedgerEntry): Promise<{ found: Found[]; block: bigint }> {
  const { block } = startOf(entry);
  if (!isNativePayment(entry)) return { found: [], block };
  const { found, until } = await findPaidByCode(client, entry, block);
  return { found, block: until };
}

/** Reads the transactions whose events show the requested effect, by any account's signature. */
async function readEffects(config: Config, entry: LedgerEntry, head: bigint): Promise<LogSearch<Hash>> {
  // Always searched from the request on.
  if (entry.kind === 'swap') return { found: await findSwaps(config, entry), isWhole: true };
  const effect = effectEvent(entry);
  if (!effect) return { found: [], isWhole: true };
  const client = config.getClient({ chainId: entry.chainId });
  const range = logRange(entry, head);
  const { logs, reached } = await scanLogs(
    (blocks) =>
      getLogs(client, {
        ...blocks,
        address: effect.address,
        event: effect.event,
        args: effect.args as never,
      }),
    range,
  );
  return {
    found: logsOf(logs, effect, true).map(({ transactionHash }) => transactionHash ?? '0x'),
    isWhole: reached <= range.floor,
  };
}

/** Finds the transactions whose events show the requested effect. */
async function findByEffect(config: Config, entry: LedgerEntry, head: bigint): Promise<LogSearch<Found>> {
  const { found, isWhole } = await unlessRefused(readEffects(config, entry, head), refused);
  return { found: found.map((hash) => ({ hash, payments: 0 })), isWhole };
}

/**
 * Finds transactions by their logs, and the block until which none is missing. A contract account's signers can take days, so
 * the search goes on from there.
 */
async function findByLogs(config: Config, entry: LedgerEntry) {
  const client = config.getClient({ chainId: entry.chainId });
  const head = await getBlockNumber(client, { cacheTime: 0 });
  const searches = await Promise.allSettled([
    findByEffect(config, entry, head),
    findOperations(client, entry, head),
  ]);
  const found = searches.flatMap((search) => (search.status === 'fulfilled' ? search.value.found : []));
  const isWhole = searches.every((search) => search.status === 'fulfilled' && search.value.isWhole);
  const { logs: start } = startOf(entry);
  const deep = head - REORG_DEPTH;
  // What is found may be another entry's for now.
  const logs = isWhole && found.length === 0 && deep > start ? deep : start;
  return { found, logs, failure: searches.find((search) => search.status === 'rejected')?.reason as unknown };
}

/**
 * Finds the transactions on chain that may be an entry's, whatever hash the wallet returned: by the account's own calls and
 * operations, by the events of its effect, and by its balance. Skips a search that the node refuses, for example because it has
 * pruned the required states. Many nodes answer some searches only, so each one counts by itself.
 */
export async function findTransactions(config: Config, entry: LedgerEntry): Promise<Search> {
  const client = config.getClient({ chainId: entry.chainId });
  const [own, byBalance] = await Promise.allSettled([findOwn(client, entry), findByBalance(client, entry)]);
  // After the others: requests of the same moment are one batch, and some nodes refuse a batch that searches logs.
  const [byLogs] = await Promise.allSettled([findByLogs(config, entry)]);
  const found = [
    ...(own.status === 'fulfilled' ? own.value.found : []),
    ...(byBalance.status === 'fulfilled' ? byBalance.value.found : []),
    ...(byLogs.status === 'fulfilled' ? byLogs.value.found : []),
  ];
  const start = startOf(entry);
  const nonce = own.status === 'fulfilled' ? own.value.nonce : start.nonce;
  const block = byBalance.status === 'fulfilled' ? byBalance.value.block : start.block;
  const logs = byLogs.status === 'fulfilled' ? byLogs.value.logs : start.logs;
  const isFurther = nonce > start.nonce || block > start.block || logs > start.logs;
  const unanswered = [own, byBalance, byLogs].find((search) => search.status === 'rejected');
  return {
    found: [...new Map(found.map((one) => [one.hash, one])).values()],
    searched: isFurther
      ? { nonce, block: String(block), ...(logs > BigInt(entry.request.fromBlock) && { logs: String(logs) }) }
      : null,
    failure: unanswered?.reason ?? (byLogs.status === 'fulfilled' ? byLogs.value.failure : undefined),
  };
}
