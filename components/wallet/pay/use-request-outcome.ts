import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '@/components/wallet/display/use-debounced';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import {
  nextStart,
  type RequestStart,
  readRequestMark,
  writeRequestMark,
} from '@/lib/wallet/incoming/incoming-marks';
import { paymentOutcome } from '@/lib/wallet/incoming/payment-outcome';
import { useIncoming, useOpenRequest } from '@/lib/wallet/incoming/use-incoming';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** A changed request counts after this time, so that an amount that is being typed is never paid. In ms. */
const EDIT_MS = 1_000;

/** Payment request on the screen. */
export type Request = {
  lists: PayLists;
  chainId: number;
  token: ListedToken;
  /** Base units, null for any amount, or undefined while the amount is invalid. */
  amount: bigint | null | undefined;
};

/** Returns the stored start of this request, so that a reload or a visit to another page doesn't restart it. Null for a different request. */
function interrupted({ lists: { account }, chainId, token, amount }: Request): RequestStart | null {
  const place = { chainId, account };
  const mark = readRequestMark(place);
  if (!mark || mark.token !== token.address || mark.amount !== amount) return null;
  // The first poll may take long, and reads the mark, too.
  writeRequestMark(place, mark);
  return mark;
}

/**
 * React hook that returns what became of a request since it was opened, and a function that starts the next one. Another
 * token or amount starts one, too. The start survives a reload and a look at another page.
 */
export function useRequestOutcome(request: Request) {
  const { lists, chainId, token, amount } = request;
  const { account, coins, contracts } = lists;
  // Token and amount change together: the same base units are another amount of another token.
  const asked = amount === undefined ? null : `${token.address} ${amount}`;
  const isSettled = useDebounced(asked, EDIT_MS) === asked;
  const place = { chainId, account };
  const { data, tokens, isFetchedAfterMount, isError, checkedAt } = useIncoming(
    { ...place, coins, contracts },
    true,
  );
  const [stored, setStart] = useState(() => interrupted(request));
  const head = data?.head.number;
  const open = useEffectEvent(() => {
    if (stored === null && data) setStart(nextStart({ since: data.head.number, done: [] }, data));
  });
  // After a failed poll, what is known is from before the page opened.
  const isRead = isFetchedAfterMount && !isError && head !== undefined;
  useEffect(() => {
    if (isRead) open();
  }, [isRead]);
  // After a reset of a local chain, the request's block doesn't exist yet.
  const start =
    stored !== null && head !== undefined && stored.since > head ? { ...stored, since: head } : stored;
  const startNext = () => setStart(data && start ? nextStart(start, data) : null);
  // What was received belongs to the request that was shown before.
  const [settled, setSettled] = useState(asked);
  if (isSettled && asked !== null && asked !== settled) {
    setSettled(asked);
    startNext();
  }
  const since = start?.since;
  const done = start?.done;
  const save = useEffectEvent(() => {
    if (start && isSettled && amount !== undefined)
      writeRequestMark(place, { ...start, token: token.address, amount });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `save` reads what changed
  useEffect(() => save(), [since, done, asked, isSettled]);
  // While the amount is edited or invalid, no outcome is shown, so the notifications are.
  const isShown = since !== undefined && done !== undefined && asked !== null && isSettled;
  useEffect(() => {
    useOpenRequest.setState({ request: isShown ? { chainId, since, done } : null });
  }, [chainId, since, done, isShown]);
  const leave = useEffectEvent(() => {
    useOpenRequest.setState({ request: null });
    save();
  });
  useEffect(() => () => leave(), []);
  const outcome =
    data && isShown && amount !== undefined
      ? paymentOutcome({ token: token.address, amount }, data, { since, done })
      : null;
  const readFrom = token.address === NATIVE_TOKEN ? data?.nativeSince : data?.since;
  return {
    ...{ outcome, tokens, isError, startNext },
    /** Whether the chain was read since the page opened. */
    isRead: isRead && start !== null,
    isIncomplete: since !== undefined && readFrom !== undefined && readFrom > since,
    /** Time of the newest block in seconds, and when it was read, in milliseconds. */
    head: data ? { timestamp: data.head.timestamp, checkedAt } : null,
  };
}
