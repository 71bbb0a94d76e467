import { type Address, erc20Abi, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { wrappedAbi } from './abi';

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** What of a token came to an account in a transaction, less what left it; base units. */
export function movedTo(logs: Log[], token: Address, account: Address): bigint {
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).filter(({ address }) =>
    isAddressEqual(address, token),
  );
  const ofAccount = (side: 'from' | 'to') =>
    sum(transfers.filter(({ args }) => isAddressEqual(args[side], account)).map(({ args }) => args.value));
  return ofAccount('to') - ofAccount('from');
}

/** What arrived by a swap, in base units, as the token or the wrapped coin logged it; null where the receipt tells of none. */
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
