import {
  type Address,
  erc20Abi,
  type Hash,
  isAddressEqual,
  type Log,
  parseAbiItem,
  parseEventLogs,
} from 'viem';
import { getLogs, getTransactionReceipt } from 'viem/actions';
import type { Config } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { pairAbi, wrappedAbi } from './abi';
import { wrapping } from './swap-call';

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Returns the net amount of a token received in a transaction, in base units. */
function movedTo(logs: Log[], token: Address, account: Address): bigint {
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).filter(({ address }) =>
    isAddressEqual(address, token),
  );
  const ofAccount = (side: 'from' | 'to') =>
    sum(transfers.filter(({ args }) => isAddressEqual(args[side], account)).map(({ args }) => args.value));
  return ofAccount('to') - ofAccount('from');
}

/** Returns the amount received in a swap, in base units, from the token's logs, or null if nothing was received. */
export function receivedAmount(
  logs: Log[],
  { account, trade }: Pick<LedgerEntry, 'account' | 'trade'>,
): bigint | null {
  if (!trade) return null;
  const { sold, bought, wrapped } = trade;
  const ofWrapped = (eventName: 'Deposit' | 'Withdrawal') =>
    sum(
      parseEventLogs({ abi: wrappedAbi, eventName, logs })
        .filter(({ address }) => isAddressEqual(address, wrapped))
        .map(({ args }) => args.wad),
    );
  const received =
    bought === NATIVE_TOKEN
      ? ofWrapped('Withdrawal')
      : sold === NATIVE_TOKEN && isAddressEqual(bought, wrapped)
        ? ofWrapped('Deposit')
        : movedTo(logs, bought, account);
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
  const range = { fromBlock: BigInt(request.fromBlock) + 1n, strict: true } as const;
  const change = wrapping(sold, bought, wrapped);
  const logs =
    change === 'wrap'
      ? await getLogs(client, { ...range, address: wrapped, event: deposit, args: { dst: account } })
      : change === 'unwrap'
        ? await getLogs(client, { ...range, address: wrapped, event: withdrawal, args: { src: account } })
        : sold === NATIVE_TOKEN
          ? await getLogs(client, { ...range, address: bought, event: transfer, args: { to: account } })
          : await getLogs(client, { ...range, address: sold, event: transfer, args: { from: account } });
  return [...new Set(logs.map(({ transactionHash }) => transactionHash))];
}

/** Returns whether a transaction swapped exactly the requested amount through the requested contract. */
async function isOf(config: Config, entry: LedgerEntry, hash: Hash): Promise<boolean> {
  const { chainId, account, trade, amountRaw } = entry;
  const asked = entry.request.to;
  if (!trade) return false;
  const { logs, status } = await getTransactionReceipt(config.getClient({ chainId }), { hash });
  const arrived = receivedAmount(logs, entry);
  const amount = BigInt(amountRaw);
  if (status !== 'success' || arrived === null || arrived < BigInt(trade.minimumRaw)) return false;
  if (isAddressEqual(asked, trade.wrapped)) return arrived === amount;
  const byRouter = parseEventLogs({ abi: pairAbi, eventName: 'Swap', logs }).some(({ args }) =>
    isAddressEqual(args.sender, asked),
  );
  if (!byRouter) return false;
  if (trade.sold !== NATIVE_TOKEN) return -movedTo(logs, trade.sold, account) === amount;
  return parseEventLogs({ abi: wrappedAbi, eventName: 'Deposit', logs }).some(
    ({ args }) => isAddressEqual(args.dst, asked) && args.wad === amount,
  );
}

/** Finds the transactions that match a requested swap. @throws if the RPC request fails. */
export async function findSwaps(config: Config, entry: LedgerEntry): Promise<Hash[]> {
  const hashes = await candidates(config, entry);
  const fits = await Promise.all(hashes.map((hash) => isOf(config, entry, hash)));
  return hashes.filter((_, index) => fits[index]);
}
