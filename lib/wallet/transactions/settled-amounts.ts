import { erc20Abi, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { LedgerEntry } from './ledger-entry';

/**
 * Returns the amount received by a mined payment in base units, from the token's events, because a token may charge a
 * fee. Returns 0n if there is no event, for example if the transfer returned false.
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
  // For native currency, the receipt's success is enough.
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

/** Returns the amount received by a withdrawal in base units, from the vault's events; null if there is none. */
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
