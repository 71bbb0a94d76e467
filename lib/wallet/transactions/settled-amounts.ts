import { isAddressEqual } from 'viem';
import { receivedAmount } from '@/lib/wallet/swap/swap-logs';
import { effectEvent, logsOf } from './effect-events';
import type { LedgerEntry } from './ledger-entry';
import { isNativePayment, type Outcome } from './outcome';
import type { TransactionKind } from './transaction-kinds';

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

type Amounts = Partial<Record<'value' | 'amount' | 'interest' | 'penalty' | 'fee', bigint>>;

const ofAmount = ({ amount = 0n }: Amounts) => amount;
const ofValue = ({ value = 0n }: Amounts) => value;

/**
 * What arrives by the event of a kind's effect, in base units, or the allowance that it sets. A token or vault may charge a
 * fee, and rewards grow until their claim is mined, so that it may differ from the request. The rewards of an
 * exit have an event of their own.
 */
const arrivals: Partial<Record<TransactionKind, (args: Amounts) => bigint>> = {
  approve: ofValue,
  send: ofValue,
  deposit: ofAmount,
  withdraw: ({ amount = 0n, fee = 0n }) => amount - fee,
  topUpCard: ofAmount,
  withdrawCard: ofAmount,
  claim: ofAmount,
  exit: ofAmount,
  claimVested: ofAmount,
  refund: ofAmount,
  redeem: ({ amount = 0n, interest = 0n }) => amount + interest,
  exitEarly: ({ amount = 0n, penalty = 0n }) => amount - penalty,
};

/**
 * Returns the amount that arrived in a confirmed transaction, in base units of what it pays out, or the allowance that it
 * set, or null if the amount is the one that was requested or is unknown.
 */
export function settledAmount(outcome: Outcome, entry: LedgerEntry): bigint | null {
  const { logs } = outcome.receipt;
  const { kind } = entry;
  if (kind === 'swap') return receivedAmount(logs, entry);
  if (isNativePayment(entry)) return paidNative(outcome, entry);
  const arrival = arrivals[kind];
  const effect = arrival && effectEvent(entry);
  if (!effect) return null;
  const similar = logsOf(logs, effect, false);
  // The same transaction may do the same for other requests, too.
  const exact = outcome.isShared ? logsOf(logs, effect, true).slice(0, 1) : [];
  const own = kind === 'approve' ? similar.slice(-1) : exact.length > 0 ? exact : similar;
  // Some tokens report by their events alone that nothing was paid.
  if (own.length === 0) return kind === 'send' ? 0n : null;
  return own.reduce((sum, { args }) => sum + arrival(args), 0n);
}
