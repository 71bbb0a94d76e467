'use client';

import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { RetryAlert } from '@/components/wallet/retry-alert';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useSession } from '@/lib/session';
import { SwapDesk } from './swap-desk';

/** Swaps (WAL-5): one listed token for another through the pools of each network's router. */
export function Swap() {
  const t = useTranslations('wallet.swap');
  const transfer = useTranslations('wallet.transfer');
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  const account = loggedIn ? address : undefined;
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;
  return (
    <div className="grid gap-10">
      <p className="measure text-lg">{t('lead')}</p>
      {lists.some(({ data, error }) => error && !data) ? (
        <RetryAlert
          message={transfer('listsFailed')}
          retryLabel={t('retry')}
          onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
        />
      ) : !chains || !coins || !contracts ? (
        <div aria-busy="true" className="busy-line" />
      ) : (
        <SwapDesk account={account} chains={chains} coins={coins} contracts={contracts} />
      )}
    </div>
  );
}
