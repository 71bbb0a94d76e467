import { useEffect, useEffectEvent, useMemo } from 'react';
import useSWR, { type SWRConfiguration, useSWRConfig } from 'swr';
import useSWRInfinite, { unstable_serialize } from 'swr/infinite';
import useSWRSubscription from 'swr/subscription';
import { useCurrency } from '@/lib/preferences/currency';
import { useReadArticles } from '@/lib/preferences/read-articles';
import { useSession } from '@/lib/session/session';
import { call } from './client';
import { followPrices, mergePrices } from './price-stream';
import type {
  ActivityPage,
  Article,
  ArticlePage,
  ChainMapping,
  Coin,
  CoinPage,
  CoinPrice,
  Contract,
  Currency,
  HistoryPeriod,
  LangEntry,
  PriceHistory,
  Pricing,
  ReportedLists,
  UnreadCount,
  User,
  Website,
  WithdrawTerms,
} from './types';

const COIN_PAGE_SIZE = 20;
export const ANNOUNCEMENT_PAGE_SIZE = 5;
/** Age at which the unread count is refetched when the user returns to the page. */
const UNREAD_COUNT_MAX_AGE_MS = 60_000;
/** Polling interval for prices while there is no stream. */
export const PRICE_POLL_MS = 10_000;

/** SWR options for configuration, which rarely changes while a page is open. */
const steady: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  dedupingInterval: 60_000,
};

/** Fetches without a warning, because the parts of a page that show the data report an error where the data would be. */
const get = <T>(path: string) => call<T>(path, { silent: true });

export const useLanguages = () => useSWR('/config/getLangList', get<LangEntry[]>, steady);
export const useCurrencies = () => useSWR('/config/currencyList', get<Currency[]>, steady);
export const useWebsite = () => useSWR('/config/website', get<Website>, steady);
export const useChainMapping = () => useSWR('/config/chainMapping', get<ChainMapping[]>, steady);
/** React hook that returns what the operator's lists of known scams contain, or nothing if there are no lists. */
export const useReported = (isListing: boolean) =>
  useSWR(isListing ? '/config/reported' : null, get<ReportedLists>, steady);
export const useContracts = () => useSWR('/config/contractAddressList', get<Contract[]>, steady);
export const useCoins = () => useSWR('/coin/all', get<Coin[]>, steady);

/** React hook that returns one coin by ID, or nothing if the ID is null. The caller shows errors. */
export const useCoin = (id: number | null) => useSWR(id === null ? null : `/coin/${id}`, get<Coin>, steady);

/** React hook that returns one page of matching coins. The previous page stays visible until the next one loads. */
export function useCoinPage({ pageNum, search }: { pageNum: number; search: string }) {
  const params = { pageNum, pageSize: COIN_PAGE_SIZE, ...(search && { search }) };
  return useSWR(['/coin/list', params], ([path]) => call<CoinPage>(path, { params, silent: true }), {
    ...steady,
    keepPreviousData: true,
  });
}

/** React hook that returns the platform's prices and fees. */
export const usePricing = () => useSWR('/config/pricing', get<Pricing>);

/** React hook that returns withdrawal fees and limits. Unreachable chains are omitted. */
export const useWithdrawTerms = () => useSWR('/withdraw/config', get<WithdrawTerms[]>);

const priceKey = (currency: string) => ['/coin/pricing', currency] as const;

/**
 * React hook that returns coin prices in the display currency. They are fetched once, then streamed, and polled while
 * the stream is closed. A failed call shows no warning: the last prices remain available, and `error` is set.
 */
export function useCoinPrices() {
  const currency = useCurrency((state) => state.currency);
  const { mutate } = useSWRConfig();
  const { data: isStreamed = false } = useSWRSubscription(
    ['/coin/pricing/stream', currency],
    (_key: [string, string], { next }: { next: (error: null, isOpen: boolean) => void }) =>
      followPrices(currency, {
        onPrices: (changed) => {
          mutate<CoinPrice[]>(priceKey(currency), (known = []) => mergePrices(known, changed), {
            revalidate: false,
          });
        },
        onState: (isOpen) => next(null, isOpen),
      }),
  );
  return useSWR(priceKey(currency), ([path]) => call<CoinPrice[]>(path, { silent: true }), {
    refreshInterval: isStreamed ? 0 : PRICE_POLL_MS,
    revalidateOnFocus: !isStreamed,
    // Polling pauses after a failure, and SWR's own retries would be minutes apart during a long outage.
    onErrorRetry: (_error, _key, _config, retry, state) => setTimeout(retry, PRICE_POLL_MS, state),
  });
}

/** SWR key of the signed-in user. */
export const userKey = (token: string | null) => (token ? (['/user/info', token] as const) : null);

/** React hook that returns the signed-in user. Fetches nothing while signed out. */
export function useUser() {
  const token = useSession((state) => state.token);
  return useSWR(userKey(token), ([path]) => get<User>(path));
}

/** React hook that returns announcements, newest first. Increasing `size` loads more pages. */
export function useArticles() {
  const token = useSession((state) => state.token);
  return useSWRInfinite(
    (index) => ['/article/type/ordinary', token, index + 1] as const,
    ([path, , pageNum]) =>
      call<ArticlePage>(path, { params: { pageNum, pageSize: ANNOUNCEMENT_PAGE_SIZE }, silent: true }),
    { revalidateOnFocus: false },
  );
}

/** React hook that returns one announcement. The server marks it as read when it is fetched. */
export function useArticle(id: number) {
  const token = useSession((state) => state.token);
  return useSWR(
    ['/article/detail', token, id],
    ([path]) => call<Article>(`${path}/${id}`, { silent: true }),
    steady,
  );
}

/**
 * React hook that returns the number of unread announcements for the user or, if signed out, for this device. A failed
 * call shows no warning.
 */
export function useUnreadCount() {
  const token = useSession((state) => state.token);
  const ids = useReadArticles((state) => state.entries).join();
  return useSWR(
    ['/article/unreadCount', token, ids],
    ([path]) => call<UnreadCount>(path, { ...(ids ? { params: { ids } } : {}), silent: true }),
    {
      keepPreviousData: true,
      dedupingInterval: UNREAD_COUNT_MAX_AGE_MS,
      focusThrottleInterval: UNREAD_COUNT_MAX_AGE_MS,
    },
  );
}

const REFRESH_MS = 600_000;

/** React hook that returns coin prices over a period in the display currency. The caller shows errors. */
export function usePriceHistory(period: HistoryPeriod) {
  const currency = useCurrency((state) => state.currency);
  return useSWR(
    ['/coin/history', currency, period] as const,
    ([path]) => call<PriceHistory>(path, { params: { period }, silent: true }),
    { refreshInterval: REFRESH_MS, revalidateOnFocus: false },
  );
}

const PAGE_SIZE = 100;

const activityPageKey = (token: string | null) => (index: number) =>
  token ? (['/wallet/activity', token, PAGE_SIZE, index + 1] as const) : null;

/** Returns the SWR key of all pages of the user's activity, to reload them. */
export const activityKey = (token: string | null): string => unstable_serialize(activityPageKey(token));

/**
 * React hook that returns the user's server-verified transactions, newest first, back to `since` (ms since the epoch).
 * Makes as many calls as needed, or none if `since` is null.
 */
export function useActivityPages(since: number | null) {
  const session = useSession((state) => state.token);
  const token = since === null ? null : session;
  const pages = useSWRInfinite(
    activityPageKey(token),
    ([path, , pageSize, pageNum]) =>
      call<ActivityPage>(path, { params: { pageNum, pageSize }, silent: true }),
    { revalidateFirstPage: true },
  );
  const { data, setSize } = pages;
  const records = useMemo(() => (data ?? []).flatMap(({ list }) => list), [data]);
  const oldest = records.at(-1);
  const isShort =
    oldest !== undefined && records.length < (data?.[0]?.total ?? 0) && Date.parse(oldest.at) > (since ?? 0);
  const pageCount = data?.length ?? 0;
  const readOn = useEffectEvent(() => void setSize(pageCount + 1));
  useEffect(() => {
    if (isShort && pageCount > 0) readOn();
  }, [isShort, pageCount]);
  const isFailed = pages.error !== undefined;
  // Signed out, there is nothing to read.
  const isRead = token === null || isFailed || (data !== undefined && !isShort);
  return { records, isRead, isFailed, retry: pages.mutate };
}
