import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';

/** The server's lists that every wallet page stands on. */
export type WalletLists = {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Shows `children` with the lists; while they load, and where they failed, that. */
export function ListsGate({ children }: { children: (lists: WalletLists) => ReactNode }) {
  const t = useTranslations('wallet.transfer');
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;
  if (lists.some(({ data, error }) => error && !data))
    return (
      <RetryAlert
        message={t('listsFailed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
      />
    );
  if (!chains || !coins || !contracts) return <div aria-busy="true" className="busy-line" />;
  return children({ chains, coins, contracts });
}
