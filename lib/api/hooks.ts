import useSWR, { type SWRConfiguration } from 'swr';
import { useSession } from '@/lib/session';
import { call } from './client';
import type { ActivityPage, ChainMapping, Coin, Contract, Currency, LangEntry, User, Website } from './types';

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
