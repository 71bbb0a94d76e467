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
import type { LedgerEntry, Trade } from '@/lib/wallet/transactions/ledger-entry';
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

/** Returns the amount that some accounts, or any, wrapped (`Deposit`) or unwrapped in a transaction, in wei. */
const wrappedSum = (
  logs: Log[],
  wrapped: Address,
  eventName: 'Deposit' | 'Withdrawal',
  owners: readonly Address[] | null,
): bigint =>
  sum(
    parseEventLogs({ abi: wrappedAbi, eventName, logs })
      .map(({ address, args }) => ({ address, wad: args.wad, owner: 'dst' in args ? args.dst : args.src }))
      .filter(({ address }) => isAddressEqual(address, wrapped))
      .filter(({ owner }) => !owners || owners.some((known) => isAddressEqual(known, owner)))
      .map(({ wad }) => wad),
  );

/** Returns the amount received in a swap, in base units, from the token's logs, or null if nothing was received. */
export function receivedAmount(
  logs: Log[],
  { account, trade }: Pick<LedgerEntry, 'account' | 'trade'>,
): bigint | null {
  if (!trade) return null;
  const { sold, bought, wrapped } = trade;
  const change = wrapping(sold, bought, wrapped);
  const received =
    change === 'wrap'
      ? wrappedSum(logs, wrapped, 'Deposit', [account])
      : bought === NATIVE_TOKEN
        ? wrappedSum(logs, wrapped, 'Withdrawal', change ? [account] : null)
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

/** Returns the amount of the sold token or native currency that a transaction took from the account, in base units. */
function givenAmount(logs: Log[], { account, request }: LedgerEntry, trade: Trade): bigint {
  const { sold, bought, wrapped } = trade;
  if (sold === NATIVE_TOKEN) return wrappedSum(logs, wrapped, 'Deposit', [account, request.to]);
  return wrapping(sold, bought, wrapped) === 'unwrap'
    ? wrappedSum(logs, wrapped, 'Withdrawal', [account])
    : -movedTo(logs, sold, account);
}

/**
 * Returns whether logs show a requested swap: exactly its amount through the requested contract, or another swap of the same
 * tokens.
 */
export function swapMatch(logs: Log[], entry: LedgerEntry): 'exact' | 'similar' | 'none' {
  const { trade, amountRaw, request } = entry;
  const arrived = receivedAmount(logs, entry);
  const given = trade ? givenAmount(logs, entry, trade) : 0n;
  if (!trade || given <= 0n || arrived === null) return 'none';
  const isAsked = isAddressEqual(request.to, trade.wrapped)
    ? arrived === given
    : parseEventLogs({ abi: pairAbi, eventName: 'Swap', logs }).some(({ args }) =>
        isAddressEqual(args.sender, request.to),
      );
  const isEnough = arrived >= BigInt(trade.minimumRaw);
  return isAsked && isEnough && given === BigInt(amountRaw) ? 'exact' : 'similar';
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
