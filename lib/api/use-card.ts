import { useEffect, useMemo } from 'react';
import useSWR, { type SWRConfiguration, useSWRConfig } from 'swr';
import useSWRInfinite, { unstable_serialize } from 'swr/infinite';
import { pause } from '@/lib/browser/pause';
import { useSession } from '@/lib/session/session';
import { followCard } from './card-stream';
import { call } from './client';
import type {
  Card,
  CardCreateRequest,
  CardDisputeRequest,
  CardList,
  CardPinRequest,
  CardPurchase,
  CardPurchases,
  CardRevealKey,
  CardRevealRequest,
  CardStatement,
  CardUpdateRequest,
  CardWithdrawal,
  CardWithdrawalRequest,
} from './types';

/** How often lists are read again, in case an event of the stream was missed. */
const CARD_POLL_MS = 30_000;
/** How often a withdrawal is read until the operator has signed it. */
const WITHDRAWAL_POLL_MS = 1_000;

const listed: SWRConfiguration = { refreshInterval: CARD_POLL_MS, keepPreviousData: true };

const listKey = (token: string | null) => (token ? (['/card/list', token] as const) : null);

/** React hook that returns the card program, and the user's accounts and cards, if `isRead`. The caller shows errors. */
export function useCardList(isRead = true) {
  const token = useSession((state) => state.token);
  return useSWR(isRead ? listKey(token) : null, ([path]) => call<CardList>(path, { silent: true }), listed);
}

const purchasesKey = (token: string | null) => (index: number, previous: CardPurchases | null) => {
  if (!token || (index > 0 && !previous?.next)) return null;
  return ['/card/purchases', token, previous?.next ?? null] as const;
};

/** React hook that returns the user's purchases, newest first. The caller shows errors. */
export function useCardPurchases() {
  const token = useSession((state) => state.token);
  const pages = useSWRInfinite(
    purchasesKey(token),
    ([path, , before]) => call<CardPurchases>(path, { params: before ? { before } : {}, silent: true }),
    // Purchases of later pages change, too.
    { ...listed, revalidateAll: true },
  );
  const { data, error, setSize, size } = pages;
  const list = useMemo(() => data?.flatMap((page) => page.list), [data]);
  return {
    list,
    hasMore: Boolean(data?.at(-1)?.next),
    readMore: () => void setSize(size + 1),
    isFailed: error !== undefined,
    retry: () => void pages.mutate(),
  };
}

/** React hook that returns a function that reads the lists again, after something of them has changed. */
export function useRefreshCard(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return async () => {
    const { token } = useSession.getState();
    await Promise.all([mutate(listKey(token)), mutate(unstable_serialize(purchasesKey(token)))]);
  };
}

/** React hook that reads the lists again whenever the server reports a change. */
export function useCardStream(): void {
  const token = useSession((state) => state.token);
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!token) return;
    return followCard(() => {
      void mutate(listKey(token));
      void mutate(unstable_serialize(purchasesKey(token)));
    });
  }, [token, mutate]);
}

/** React hook that returns the statement of a UTC month (`yyyy-mm`) for a token. The caller shows errors. */
export function useCardStatement(chainId: number, cardToken: string, month: string) {
  const token = useSession((state) => state.token);
  return useSWR(
    token ? (['/card/statement', token, chainId, cardToken, month] as const) : null,
    ([path]) => call<CardStatement>(path, { params: { chainId, token: cardToken, month }, silent: true }),
    { keepPreviousData: false },
  );
}

const post = <T>(path: string, body: Readonly<Record<string, unknown>>, signal?: AbortSignal) =>
  call<T>(path, { body, json: true, silent: true, ...(signal ? { signal } : {}) });

// The callers of these show errors where the user looks. @throws ApiError.

/** Creates the card at the issuer that was opened in the contract. The same request again returns the same card. */
export const createCard = (body: CardCreateRequest) => post<Card>('/card/create', body);

/** Freezes a card, or blocks or unblocks a merchant. */
export const updateCard = (body: CardUpdateRequest) => post<Card>('/card/update', body);

/** Exchanges a nonce of the issuer's script for the secret that only that script can use. */
export const revealCard = (body: CardRevealRequest) => post<CardRevealKey>('/card/ephemeralKey', body);

/** Sets the PIN of a physical card to the one in a ciphertext for the issuer. */
export const setCardPin = (body: CardPinRequest) => post<null>('/card/pin', body);

/** Disputes a captured purchase. It can't be changed later. */
export const disputePurchase = (body: CardDisputeRequest) =>
  post<CardPurchase['dispute']>('/card/dispute', body);

/**
 * Requests the operator's signature for a withdrawal without a delay, and waits until the operator has signed or refused.
 * @throws ApiError, or the signal's reason if it aborts, such as after a time without an answer.
 */
export async function requestSignature(
  body: CardWithdrawalRequest,
  signal: AbortSignal,
): Promise<CardWithdrawal> {
  let latest = await post<CardWithdrawal>('/card/withdrawalSignature', body, signal);
  while (latest.state === 'requested') {
    await pause(WITHDRAWAL_POLL_MS, signal);
    const params = { id: latest.id };
    latest = await call<CardWithdrawal>('/card/withdrawal', { params, silent: true, signal });
  }
  return latest;
}
