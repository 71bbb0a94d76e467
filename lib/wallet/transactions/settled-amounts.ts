import { erc20Abi, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { receivedAmount } from '@/lib/wallet/swap/find-swaps';
import { claimedTokens } from '@/lib/wallet/tokens/custom-tokens';
import type { LedgerEntry } from './ledger-entry';

/**
 * Returns the amount that the recipient of a mined payment received, in base units. The amount is read from the token's
 * events, because a token may charge a fee. Returns 0n if there is no event, for example if the transfer returned
 * false.
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
  // Native currency has no transfer fee or event, so a successful receipt is enough.
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

/**
 * Returns the amount that the vault credited for a deposit, in base units, or null if there is no event. A token may
 * charge a fee, so that less than the amount sent arrives.
 */
export function creditedAmount(
  logs: Log[],
  { account, vault, token }: Pick<LedgerEntry, 'account' | 'vault' | 'token'>,
): bigint | null {
  if (!vault || !token) return null;
  const found = parseEventLogs({ abi: vaultAbi, eventName: 'Deposited', logs }).find(
    ({ address, args }) =>
      isAddressEqual(address, vault) &&
      isAddressEqual(args.owner, account) &&
      isAddressEqual(args.token, token),
  );
  return found?.args.amount ?? null;
}

/** Returns the amount that a withdrawal paid out after its fee, in base units, or null if there is no event. */
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

/**
 * Returns the amount that arrived in a confirmed transaction, in base units of what it pays out, or null if the amount
 * is the one that was requested or is unknown.
 */
export function settledAmount(logs: Log[], entry: LedgerEntry): bigint | null {
  switch (entry.kind) {
    case 'swap':
      return receivedAmount(logs, entry);
    case 'send':
      return paidAmount(logs, entry);
    case 'deposit':
      return creditedAmount(logs, entry);
    case 'withdraw':
      return withdrawnAmount(logs, entry);
    case 'claimVested':
      // By the time a claim is confirmed, more tokens have vested than were shown.
      return claimedTokens(logs, entry);
    default:
      return null;
  }
}
