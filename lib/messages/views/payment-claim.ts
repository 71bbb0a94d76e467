import { type Address, isAddressEqual, type Log, parseEventLogs } from 'viem';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { LATEST_MS } from '@/lib/messages/protocol/content';
import { transferEvents } from '@/lib/wallet/activity/activity-events';
import type { Move } from '@/lib/wallet/activity/activity-row';
import type { PaymentRequest } from '@/lib/wallet/pay/payment-request';
import type { ReceiptFacts } from '@/lib/wallet/receipt/receipt-facts';

/** How far the requester's clock may be ahead of the chain's, in ms. */
const CLOCK_TOLERANCE_MS = 600_000;

/** A payment request with its sending time, in ms since the epoch. */
export type AskedPayment = PaymentRequest & { at: number };

/** A message that claims a transaction is a payment. */
export type PaymentClaim = {
  by: Address;
  /** Whether an earlier message of the same sender references the same transaction. */
  isRepeated: boolean;
  /** Accounts in the conversation. */
  people: readonly Address[];
  /** The request that the message claims to pay. */
  asked: AskedPayment | null;
};

/** How a transaction differs from what its message suggests. The text of each is under `wallet.messages.money.odd`. */
export type Oddity = 'otherSender' | 'otherRecipient' | 'noPayment' | 'notAsked' | 'older' | 'repeated';

/** The amount that a recipient received. Less than the amount sent if the token charges a transfer fee. */
export type Paid = Move & { recipient: Address };

type Facts = Pick<ReceiptFacts, 'chainId' | 'at' | 'from' | 'effects'>;

/**
 * Returns the time of a transaction's block in ms since the epoch, capped because an RPC endpoint may return any
 * number.
 */
export const minedAt = ({ at }: Pick<ReceiptFacts, 'at'>): number => Math.min(Number(at) * 1_000, LATEST_MS);

/**
 * Returns whether a payment is its message's sender's own: they sent the transaction, or signed a transfer without a fee,
 * which the operator sends together with those of others.
 */
function isOwn({ from, effects }: Facts, logs: Log[], by: Address): boolean {
  if (isAddressEqual(from, by) || effects.kind === 'sendBalance') return true;
  return parseEventLogs({ abi: erc20AuthorizationAbi, eventName: 'AuthorizationUsed', logs }).some(
    ({ address, args }) =>
      isAddressEqual(args.authorizer, by) &&
      effects.out.some(({ token }) => isAddressEqual(token.address, address)),
  );
}

/**
 * Returns how much of the amount sent an account received, net of transfers back in the same transaction. Of a transaction
 * that somebody else sent, only transfers by `by` count.
 */
function amountReceived(
  { from: sender, effects }: Facts,
  logs: Log[],
  move: Move,
  { account, by }: Record<'account' | 'by', Address>,
): bigint {
  const { token, amount } = move;
  if (token.address === NATIVE_TOKEN)
    return effects.counterparty && isAddressEqual(effects.counterparty, account) ? amount : 0n;
  const events = parseEventLogs({ abi: [...transferEvents, ...erc20AuthorizationAbi], logs, strict: true });
  const own = events.filter(({ address }) => isAddressEqual(address, token.address));
  return own.reduce((sum, event, index) => {
    if (event.eventName !== 'Transfer') return sum;
    const { from, to, value } = event.args;
    if (![sender, from, to].some((one) => isAddressEqual(one, by))) return sum;
    // Whoever sends a transaction can add what others signed, which is the others' payment.
    const before = own[index - 1];
    const isOthers = before?.eventName === 'AuthorizationUsed' && !isAddressEqual(before.args.authorizer, by);
    if (isOthers && isAddressEqual(before.args.authorizer, from)) return sum;
    const into = isAddressEqual(to, account) ? value : 0n;
    return sum + into - (isAddressEqual(from, account) ? value : 0n);
  }, 0n);
}

/**
 * Returns the payment to an account of the conversation, or else to the transaction's only recipient. Null if there is
 * none.
 */
function paidIn(facts: Facts, logs: Log[], { by, people, asked }: PaymentClaim): Paid | null {
  const { kind, out, counterparty } = facts.effects;
  const [move, ...others] = out;
  // The account's own transfer between vault balances, no matter who sent its transaction.
  if (kind === 'sendBalance' && move && others.length === 0 && counterparty)
    return { token: move.token, amount: move.amount, recipient: counterparty };
  if (kind !== 'send' || !move || others.length > 0) return null;
  const recipients = [asked?.recipient ?? null, counterparty, ...people];
  for (const recipient of recipients) {
    if (!recipient || isAddressEqual(recipient, facts.from) || isAddressEqual(recipient, by)) continue;
    const amount = amountReceived(facts, logs, move, { account: recipient, by });
    if (amount > 0n) return { token: move.token, amount, recipient };
  }
  return null;
}

const isAsked = (paid: Paid, chainId: number, asked: AskedPayment): boolean =>
  isAddressEqual(paid.recipient, asked.recipient) &&
  (asked.chainId === null || chainId === asked.chainId) &&
  (asked.token === null || isAddressEqual(paid.token.address, asked.token)) &&
  (asked.amount === null || paid.amount >= asked.amount);

/** Returns the payment of a mined transaction according to its chain, and how it differs from its message. */
export function checkPayment(
  facts: Facts,
  logs: Log[],
  claim: PaymentClaim,
): { paid: Paid | null; oddity: Oddity | null } {
  const { by, isRepeated, people, asked } = claim;
  const paid = paidIn(facts, logs, claim);
  const oddity = (): Oddity | null => {
    if (!isOwn(facts, logs, by)) return 'otherSender';
    if (paid === null) return 'noPayment';
    if (asked && !isAsked(paid, facts.chainId, asked)) return 'notAsked';
    if (!asked && !people.some((person) => isAddressEqual(person, paid.recipient))) return 'otherRecipient';
    if (isRepeated) return 'repeated';
    return asked && minedAt(facts) < asked.at - CLOCK_TOLERANCE_MS ? 'older' : null;
  };
  return { paid, oddity: oddity() };
}
