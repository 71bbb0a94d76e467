import {
  type Address,
  erc20Abi,
  type Hash,
  isAddressEqual,
  type Log,
  parseAbiItem,
  parseEventLogs,
} from 'viem';
import { getBlockNumber, getLogs, getTransactionReceipt } from 'viem/actions';
import type { Config } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { sum } from '@/lib/evm/bigint';
import { type BlockRange, scanLogs } from '@/lib/evm/scan-logs';
import type { LedgerEntry, Trade, WalletRequest } from '@/lib/wallet/transactions/ledger-entry';
import { pairAbi, wrappedAbi } from './abi';
import { wrapping } from './swap-call';

/** What a swap is recognized by. */
type SwapEntry = Pick<LedgerEntry, 'account' | 'amountRaw' | 'trade'> & {
  request: Pick<WalletRequest, 'to'>;
};

/** An amount that a log shows, in base units, and the log's place in its block. */
type Moved = { at: number; amount: bigint };

/** Returns what an account received (`to`) or gave (`from`) of a token. */
const transfersOf = (logs: Log[], token: Address, side: 'from' | 'to', account: Address): Moved[] =>
  parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    .filter(({ address, args }) => isAddressEqual(address, token) && isAddressEqual(args[side], account))
    .map(({ logIndex, args }) => ({ at: logIndex, amount: args.value }));

/** Returns what some accounts, or any, wrapped (`Deposit`) or unwrapped of the native currency. */
const wrapsOf = (
  logs: Log[],
  wrapped: Address,
  eventName: 'Deposit' | 'Withdrawal',
  owners: readonly Address[] | null,
): Moved[] =>
  parseEventLogs({ abi: wrappedAbi, eventName, logs })
    .filter(({ address }) => isAddressEqual(address, wrapped))
    .map(({ logIndex, args }) => ({
      ...{ at: logIndex, amount: args.wad },
      owner: 'dst' in args ? args.dst : args.src,
    }))
    .filter(({ owner }) => !owners || owners.some((known) => isAddressEqual(known, owner)));

const sumOf = (moves: readonly Moved[]) => sum(moves.map(({ amount }) => amount));

/** Returns what swaps of a trade's tokens took from the account, and what they paid. */
function legsOf(logs: Log[], { account, request }: SwapEntry, { sold, bought, wrapped }: Trade) {
  const change = wrapping(sold, bought, wrapped);
  const given =
    sold === NATIVE_TOKEN
      ? wrapsOf(logs, wrapped, 'Deposit', [account, request.to])
      : change === 'unwrap'
        ? wrapsOf(logs, wrapped, 'Withdrawal', [account])
        : transfersOf(logs, sold, 'from', account);
  const received =
    change === 'wrap'
      ? wrapsOf(logs, wrapped, 'Deposit', [account])
      : bought === NATIVE_TOKEN
        ? wrapsOf(logs, wrapped, 'Withdrawal', change ? [account] : null)
        : transfersOf(logs, bought, 'to', account);
  return { given, received };
}

/**
 * Returns the amount that exactly the requested swap received, in base units, or null if logs don't show it. Its logs follow each
 * other, so that it's recognized beside other swaps of the same transaction.
 */
function exactAmount(logs: Log[], entry: SwapEntry, trade: Trade): bigint | null {
  const { amountRaw, request } = entry;
  const { given, received } = legsOf(logs, entry, trade);
  const swaps = parseEventLogs({ abi: pairAbi, eventName: 'Swap', logs }).filter(({ args }) =>
    isAddressEqual(args.sender, request.to),
  );
  for (const { at } of given) {
    const paid = received.find((one) => one.at >= at);
    if (!paid || paid.amount < BigInt(trade.minimumRaw)) continue;
    // A token may report its fee apart.
    const amount = sumOf(given.filter((one) => one.at >= at && one.at <= paid.at));
    if (amount !== BigInt(amountRaw)) continue;
    const isAsked = isAddressEqual(request.to, trade.wrapped)
      ? paid.amount === amount
      : swaps.some(({ logIndex }) => logIndex > at);
    if (isAsked) return paid.amount;
  }
  return null;
}

/** Returns the amount received in a swap, in base units, from the token's logs, or null if nothing was received. */
export function receivedAmount(logs: Log[], entry: SwapEntry): bigint | null {
  const { account, trade } = entry;
  if (!trade) return null;
  const exact = exactAmount(logs, entry, trade);
  if (exact !== null) return exact;
  const given = trade.bought === NATIVE_TOKEN ? [] : transfersOf(logs, trade.bought, 'from', account);
  const received = sumOf(legsOf(logs, entry, trade).received) - sumOf(given);
  return received > 0n ? received : null;
}

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const deposit = parseAbiItem('event Deposit(address indexed dst, uint256 wad)');
const withdrawal = parseAbiItem('event Withdrawal(address indexed src, uint256 wad)');

/** Returns the transactions whose events may belong to the requested swap. */
async function candidates(config: Config, entry: LedgerEntry): Promise<Hash[]> {
  const { chainId, account, trade, request } = entry;
  if (!trade) return [];
  const { sold, bought, wrapped } = trade;
  const client = config.getClient({ chainId });
  const change = wrapping(sold, bought, wrapped);
  const ask = (range: BlockRange) =>
    change === 'wrap'
      ? getLogs(client, { ...range, address: wrapped, event: deposit, args: { dst: account } })
      : change === 'unwrap'
        ? getLogs(client, { ...range, address: wrapped, event: withdrawal, args: { src: account } })
        : sold === NATIVE_TOKEN
          ? getLogs(client, { ...range, address: bought, event: transfer, args: { to: account } })
          : getLogs(client, { ...range, address: sold, event: transfer, args: { from: account } });
  const { logs } = await scanLogs<{ transactionHash: Hash }>(ask, {
    toBlock: await getBlockNumber(client, { cacheTime: 0 }),
    floor: BigInt(request.fromBlock) + 1n,
  });
  return [...new Set(logs.map(({ transactionHash }) => transactionHash))];
}

/** Returns whether logs show exactly a requested swap, or another swap of the same tokens. */
export function swapMatch(logs: Log[], entry: SwapEntry): 'exact' | 'similar' | 'none' {
  const { trade, account } = entry;
  if (!trade) return 'none';
  if (exactAmount(logs, entry, trade) !== null) return 'exact';
  const returned = trade.sold === NATIVE_TOKEN ? [] : transfersOf(logs, trade.sold, 'to', account);
  const given = sumOf(legsOf(logs, entry, trade).given) - sumOf(returned);
  return given > 0n && receivedAmount(logs, entry) !== null ? 'similar' : 'none';
}

/** Returns whether a transaction is exactly the requested swap. */
async function isOf(config: Config, entry: LedgerEntry, hash: Hash): Promise<boolean> {
  const { logs, status } = await getTransactionReceipt(config.getClient({ chainId: entry.chainId }), {
    hash,
  });
  return status === 'success' && swapMatch(logs, entry) === 'exact';
}

/** Finds the transactions that match a requested swap. @throws if the RPC request fails. */
export async function findSwaps(config: Config, entry: LedgerEntry): Promise<Hash[]> {
  const hashes = await candidates(config, entry);
  const fits = await Promise.all(hashes.map((hash) => isOf(config, entry, hash)));
  return hashes.filter((_, index) => fits[index]);
}
