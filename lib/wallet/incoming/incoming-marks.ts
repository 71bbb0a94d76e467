import type { Address } from 'viem';
import { max } from '@/lib/evm/bigint';
import { REORG_DEPTH } from '@/lib/evm/scan-logs';
import { readStored, writeStored } from '@/lib/preferences/storage';
import { type IncomingPayment, lastingId } from './incoming-payment';
import type { AccountState } from './read-native';

type Place = { chainId: number; account: Address };

const parse = (text: string | null): bigint | null =>
  text !== null && /^\d{1,15}$/.test(text) ? BigInt(text) : null;

const notifiedKey = ({ chainId, account }: Place) => `tidewell.notified.${chainId}.${account}`;

/** The block up to which any tab has notified the user of incoming payments, and the account's state there. */
export type Notified = { block: bigint; state: AccountState };

/** Returns how far any tab has notified the user of incoming payments. */
export function readNotified(place: Place): Notified | null {
  const [, block, balance, nonce] =
    /^(\d{1,15}) (\d{1,78}) (\d{1,15})$/.exec(readStored(notifiedKey(place)) ?? '') ?? [];
  if (!block || !balance || !nonce) return null;
  return { block: BigInt(block), state: { balance: BigInt(balance), nonce: Number(nonce) } };
}

/** Stores how far the user was notified of incoming payments. */
export const writeNotified = (place: Place, { block, state: { balance, nonce } }: Notified): boolean =>
  writeStored(notifiedKey(place), `${block} ${balance} ${nonce}`);

/** Where a payment request starts. */
export type RequestStart = {
  /** Payments up to this block don't count. */
  since: bigint;
  /** Keys of later payments that don't count either, because they paid an earlier request (`doneKey`). */
  done: readonly string[];
};

/** The start of a request, and what was requested: the token's address, and base units, or null for any amount. */
type RequestMark = RequestStart & { token: string; amount: bigint | null };

/** A mark counts for this long after its page was left. A page that was reloaded is the same request in any case. */
const MARK_MS = 600_000;
/** Time in which a reloaded page opens its request again. */
const RELOAD_MS = 60_000;
/** Above this number of keys, blocks that are read again don't belong to the next request. */
const MAX_DONE = 500;

type Seen = Pick<IncomingPayment, 'id' | 'firstId' | 'block'>;

const doneKey = (payment: Seen, isRemoved: boolean) =>
  isRemoved ? `${lastingId(payment)} removed` : lastingId(payment);

/** Returns whether a payment, or its removal, belongs to a request. */
export const isSince = ({ since, done }: RequestStart, payment: Seen, isRemoved = false): boolean =>
  payment.block > since && !done.includes(doneKey(payment, isRemoved));

/**
 * Returns the start of the request after the one that starts at `start`. Blocks that are read again belong to it, but not
 * the payments that were seen in them, nor those that a reorganization can move above its start.
 */
export function nextStart(
  start: RequestStart,
  seen: {
    payments: readonly Seen[];
    removed: readonly Seen[];
    head: { number: bigint };
    againBlocks: bigint;
  },
): RequestStart {
  const since = max(seen.head.number - seen.againBlocks, start.since);
  const settled = seen.head.number - max(seen.againBlocks, REORG_DEPTH);
  const keys = [
    ...seen.payments.filter(({ block }) => block > settled).map((payment) => doneKey(payment, false)),
    ...seen.removed.filter(({ block }) => block > settled).map((payment) => doneKey(payment, true)),
  ];
  const done = [...new Set([...keys, ...start.done])];
  return done.length > MAX_DONE ? { since: seen.head.number, done: [] } : { since, done };
}

const requestKey = ({ chainId, account }: Place) => `tidewell.request.${chainId}.${account}`;

/** Returns whether this page load is a reload, or a way back to the page, that followed the time `at`. */
function isReloadAfter(at: number): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isAgain = load?.type === 'reload' || load?.type === 'back_forward';
  return isAgain && at < performance.timeOrigin && performance.now() < RELOAD_MS;
}

function parseMark(text: string | null): (RequestMark & { at: number }) | null {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return null;
  const { since, done, token, amount, at } = value as Record<string, unknown>;
  const block = typeof since === 'string' ? parse(since) : null;
  const isAmount = amount === null || (typeof amount === 'string' && /^\d{1,78}$/.test(amount));
  const isList = Array.isArray(done) && done.every((key) => typeof key === 'string');
  if (block === null || !isAmount || !isList || typeof token !== 'string' || typeof at !== 'number')
    return null;
  return { since: block, done, token, amount: typeof amount === 'string' ? BigInt(amount) : null, at };
}

/** Returns the payment request that this tab shows, or that it showed a short time ago. */
export function readRequestMark(place: Place): RequestMark | null {
  try {
    const mark = parseMark(sessionStorage.getItem(requestKey(place)));
    if (!mark) return null;
    const age = Date.now() - mark.at;
    return (age >= 0 && age < MARK_MS) || isReloadAfter(mark.at) ? mark : null;
  } catch {
    // Storage is unavailable or has something else, so the request starts again.
    return null;
  }
}

/** Stores the payment request that this tab shows, so that it survives a reload, and a look at a receipt. */
export function writeRequestMark(place: Place, { since, done, token, amount }: RequestMark): void {
  const mark = {
    ...{ since: `${since}`, done, token },
    ...{ amount: amount === null ? null : `${amount}`, at: Date.now() },
  };
  try {
    sessionStorage.setItem(requestKey(place), JSON.stringify(mark));
  } catch {
    // Storage is unavailable, so a reload starts the request again.
  }
}
