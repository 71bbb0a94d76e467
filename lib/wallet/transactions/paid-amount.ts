import { erc20Abi, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import type { LedgerEntry } from './ledger-entry';

/**
 * What arrived by a mined payment, in base units, as its token logged it: a token may keep a part for itself. 0n where the
 * receipt tells of nothing, as of a token whose transfer gives false back.
 */
export function paidAmount(
  logs: Log[],
  {
    account,
    recipient,
    token,
    amountRaw,
  }: Pick<LedgerEntry, 'account' | 'recipient' | 'token' | 'amountRaw'>,
): bigint {
  if (!recipient || !token) return 0n;
  // The receipt's success is proof enough for the chain's own coin.
  if (token === NATIVE_TOKEN) return BigInt(amountRaw);
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    .filter(
      ({ address, args }) =>
        isAddressEqual(address, token) &&
        isAddressEqual(args.from, account) &&
        isAddressEqual(args.to, recipient),
    )
    .reduce((sum, { args }) => sum + args.value, 0n);
}
