import { erc20Abi, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
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

/** What arrived by a withdrawal, in base units, as its vault logged it; null where the receipt tells of none. */
export function withdrawnAmount(
  logs: Log[],
  {
    account,
    vault,
    recipient,
    amountRaw,
  }: Pick<LedgerEntry, 'account' | 'vault' | 'recipient' | 'amountRaw'>,
): bigint | null {
  if (!vault || !recipient) return null;
  const found = parseEventLogs({ abi: vaultAbi, eventName: 'Withdrawn', logs }).find(
    ({ address, args }) =>
      isAddressEqual(address, vault) &&
      isAddressEqual(args.owner, account) &&
      isAddressEqual(args.to, recipient) &&
      args.amount === BigInt(amountRaw),
  );
  return found ? found.args.amount - found.args.fee : null;
}
