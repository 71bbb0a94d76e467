import { type Address, getAddress, isAddressEqual, type Log, parseEventLogs, zeroHash } from 'viem';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { LATEST_MS } from '@/lib/messages/protocol/content';
import { transferEvents } from '@/lib/wallet/activity/activity-events';
import type { ActivityToken, Move } from '@/lib/wallet/activity/activity-row';
import type { PaymentRequest } from '@/lib/wallet/pay/payment-request';
import type { ReceiptFacts } from '@/lib/wallet/receipt/receipt-facts';

/** How far the requester's clock may be ahead of the chain's, in ms. */
const CLOCK_TOLERANCE_MS = 600_000;

/** A payment request with its sending time, in ms since the epoch. */
export type AskedPayment = PaymentRequest & { at: number };

/** A message that claims a transaction is a payment. */
export type PaymentClaim = {
  by: Address;
  /** Which of the transaction's signed payments it is. Null if its sender sent the transaction. */
  signed: string | null;
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

/** A chain's listed tokens by address, and its vault. */
export type PaymentLists = { tokens: ReadonlyMap<Address, ActivityToken>; vault: Address | null };

type Facts = Pick<ReceiptFacts, 'chainId' | 'at' | 'from' | 'effects'>;

/**
 * Returns the time of a transaction's block in ms since the epoch, capped because an RPC endpoint may return any
 * number.
 */
export const minedAt = ({ at }: Pick<ReceiptFacts, 'at'>): number => Math.min(Number(at) * 1_000, LATEST_MS);

const tokenEvents = [...transferEvents, ...erc20AuthorizationAbi] as const;

/**
 * Returns how much an account received from the transaction's sender, net of what it sent in the same transaction. What
 * others paid isn't the sender's payment, even if the transaction causes it. What anybody signed for others to send is a
 * payment of its own.
 */
function amountReceived(
  { from: sender, effects }: Facts,
  logs: Log[],
  { token, amount }: Move,
  account: Address,
): bigint {
  if (token.address === NATIVE_TOKEN)
    return effects.counterparty && isAddressEqual(effects.counterparty, account) ? amount : 0n;
  const events = parseEventLogs({ abi: tokenEvents, logs, strict: true }).filter(({ address }) =>
    isAddressEqual(address, token.address),
  );
  return events.reduce((sum, event, index) => {
    if (event.eventName !== 'Transfer' || events[index - 1]?.eventName === 'AuthorizationUsed') return sum;
    const { from, to, value } = event.args;
    const into = isAddressEqual(to, account) && isAddressEqual(from, sender) ? value : 0n;
    return sum + into - (isAddressEqual(from, account) ? value : 0n);
  }, 0n);
}

/**
 * Returns the payment of a transaction that its message's sender sent: to an account of the conversation, or else to the only
 * recipient. Null if there is none.
 */
function sentPayment(
  facts: Facts,
  logs: Log[],
  { by, people, asked }: PaymentClaim,
  { vault }: PaymentLists,
): Paid | null {
  const { kind, out, counterparty } = facts.effects;
  const [move, ...others] = out;
  if (!move || others.length > 0) return null;
  if (kind === 'sendBalance') {
    const [own, ...more] = vaultTransfers(logs, vault, by).filter(({ args }) => args.digest === zeroHash);
    const isOne = own && more.length === 0 && isAddressEqual(own.args.token, move.token.address);
    return isOne ? { token: move.token, amount: own.args.amount, recipient: own.args.to } : null;
  }
  if (kind !== 'send') return null;
  const recipients = [asked?.recipient ?? null, counterparty, ...people];
  for (const recipient of recipients) {
    if (!recipient || isAddressEqual(recipient, facts.from) || isAddressEqual(recipient, by)) continue;
    const amount = amountReceived(facts, logs, move, recipient);
    if (amount > 0n) return { token: move.token, amount, recipient };
  }
  return null;
}

/** Returns an account's transfers in the listed vault. Those by its own call have a digest of 0. */
const vaultTransfers = (logs: Log[], vault: Address | null, from: Address) =>
  parseEventLogs({ abi: vaultAbi, eventName: 'Transferred', logs, strict: true }).filter(
    ({ address, args }) =>
      vault !== null && isAddressEqual(address, vault) && isAddressEqual(args.from, from),
  );

/** Returns the payment that a message's sender signed, whoever sent its transaction with whatever else. Null if there is none. */
function signedPayment(
  logs: Log[],
  { by, signed }: PaymentClaim,
  { tokens, vault }: PaymentLists,
): Paid | null {
  const transfer = vaultTransfers(logs, vault, by).find(
    ({ args }) => args.digest === signed && signed !== zeroHash,
  );
  if (transfer) {
    const token = tokens.get(getAddress(transfer.args.token));
    return token ? { token, amount: transfer.args.amount, recipient: transfer.args.to } : null;
  }
  const events = parseEventLogs({ abi: tokenEvents, logs, strict: true });
  const used = events.find(
    ({ eventName, args }) =>
      eventName === 'AuthorizationUsed' && isAddressEqual(args.authorizer, by) && args.nonce === signed,
  );
  const token = used && tokens.get(getAddress(used.address));
  // A token transfers right after it has used the authorization.
  const next = used && events[events.indexOf(used) + 1];
  if (!token || next?.eventName !== 'Transfer' || !isAddressEqual(next.address, used.address)) return null;
  const { from, to, value } = next.args;
  return isAddressEqual(from, by) ? { token, amount: value, recipient: to } : null;
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
  lists: PaymentLists,
): { paid: Paid | null; oddity: Oddity | null } {
  const { by, signed, isRepeated, people, asked } = claim;
  const isSender = isAddressEqual(facts.from, by);
  const paid = signed
    ? signedPayment(logs, claim, lists)
    : isSender
      ? sentPayment(facts, logs, claim, lists)
      : null;
  const oddity = (): Oddity | null => {
    if (!signed && !isSender) return 'otherSender';
    if (paid === null) return 'noPayment';
    if (asked && !isAsked(paid, facts.chainId, asked)) return 'notAsked';
    if (!asked && !people.some((person) => isAddressEqual(person, paid.recipient))) return 'otherRecipient';
    if (isRepeated) return 'repeated';
    return asked && minedAt(facts) < asked.at - CLOCK_TOLERANCE_MS ? 'older' : null;
  };
  return { paid, oddity: oddity() };
}
