import useSWR, { type SWRConfiguration, useSWRConfig } from 'swr';
import useSWRSubscription from 'swr/subscription';
import { PRICE_POLL_MS } from '@/lib/constants';
import { useCurrency } from '@/lib/currency';
import { useSession } from '@/lib/session';
import { call } from './client';
import { followPrices, mergePrices } from './price-stream';
import type {
  ActivityPage,
  ChainMapping,
  Coin,
  CoinPrice,
  Contract,
  Currency,
  LangEntry,
  Pricing,
  User,
  Website,
  WithdrawTerms,
} from './types';

/** Configuration hardly changes while a page is open. */
const steady: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  dedupingInterval: 60_000,
};

const get = <T>(path: string) => call<T>(path);
/** For a list whose own place says what went wrong: tries that fail later, unasked, then warn nobody. */
const getQuietly = <T>(path: string) => call<T>(path, { silent: true });

export const useLanguages = () => useSWR('/config/getLangList', getQuietly<LangEntry[]>, steady);
export const useCurrencies = () => useSWR('/config/currencyList', getQuietly<Currency[]>, steady);
export const useWebsite = () => useSWR('/config/website', get<Website>, steady);
export const useChainMapping = () => useSWR('/config/chainMapping', get<ChainMapping[]>, steady);
export const useContracts = () => useSWR('/config/contractAddressList', get<Contract[]>, steady);
export const useCoins = () => useSWR('/coin/all', get<Coin[]>, steady);
export const useCoinsQuietly = () => useSWR('/coin/all', getQuietly<Coin[]>, steady);

/** The platform's own prices and fees. */
export const usePricing = () => useSWR('/config/pricing', get<Pricing>);

/** What withdrawals cost and how large they may be; a chain that is out of reach has no entry. */
export const useWithdrawTerms = () => useSWR('/withdraw/config', get<WithdrawTerms[]>);

const priceKey = (currency: string) => ['/coin/pricing', currency] as const;

/**
 * The coins' prices in the display currency: asked for once, then streamed, and polled while the stream is not open. A
 * failed call is not announced: the last prices stay, and `error` tells.
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
  });
}

/** The logged-in user; nothing is fetched while anonymous. */
export function useUser() {
  const token = useSession((state) => state.token);
  return useSWR(token ? ['/user/info', token] : null, ([path]) => call<User>(path));
}

/** The server's record of verified transactions, newest first. */
export function useActivity(pageSize: number) {
  const token = useSession((state) => state.token);
  return useSWR(token ? ['/wallet/activity', token, pageSize] : null, ([path]) =>
    call<ActivityPage>(path, { params: { pageNum: 1, pageSize }, silent: true }),
  );
}
