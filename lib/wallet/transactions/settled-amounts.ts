import { erc20Abi, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { receivedAmount } from '@/lib/wallet/swap/find-swaps';
import { claimedTokens } from '@/lib/wallet/tokens/custom-tokens';
import type { LedgerEntry } from './ledger-entry';
import type { Outcome } from './outcome';

/**
 * Returns the amount of native currency that the recipient received, in wei: the requested amount, or what an altered
 * transaction sent to it.
 */
function paidNative(
  { transaction, receipt, isAltered }: Outcome,
  { account, recipient, amountRaw }: LedgerEntry,
): bigint | null {
  if (!isAltered) return BigInt(amountRaw);
  if (!recipient || !transaction || !isAddressEqual(receipt.from, account)) return null;
  return transaction.to !== null && isAddressEqual(transaction.to, recipient) ? transaction.value : 0n;
}

/**
 * Returns the amount that the recipient of a mined payment received, in base units. The amount is read from the token's
 * events, because a token may charge a fee. Returns 0n if there is no event, for example if the transfer returned
 * false.
 */
export function paidAmount(
  logs: Log[],
  { account, recipient, token }: Pick<LedgerEntry, 'account' | 'recipient' | 'token'>,
): bigint {
  if (!recipient || !token) return 0n;
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

/** Returns the allowance that an approval set, in base units, or null if there is no event. */
function approvedAmount(
  logs: Log[],
  { account, spender, request }: Pick<LedgerEntry, 'account' | 'spender' | 'request'>,
): bigint | null {
  if (!spender) return null;
  const found = parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs }).findLast(
    ({ address, args }) =>
      isAddressEqual(address, request.to) &&
      isAddressEqual(args.owner, account) &&
      isAddressEqual(args.spender, spender),
  );
  return found?.args.value ?? null;
}

/**
 * Returns the amount that arrived in a confirmed transaction, in base units of what it pays out, or the allowance that it
 * set, or null if the amount is the one that was requested or is unknown.
 */
export function settledAmount(outcome: Outcome, entry: LedgerEntry): bigint | null {
  const { logs } = outcome.receipt;
  switch (entry.kind) {
    case 'swap':
      return receivedAmount(logs, entry);
    case 'send':
      return entry.token === NATIVE_TOKEN ? paidNative(outcome, entry) : paidAmount(logs, entry);
    case 'approve':
      return approvedAmount(logs, entry);
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
