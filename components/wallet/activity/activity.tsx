'use client';

import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { RetryAlert } from '@/components/wallet/retry-alert';
import { StartOffer } from '@/components/wallet/start-offer';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useSession } from '@/lib/session';
import { ActivityView } from './activity-view';

/** Every transaction of the account (WAL-13), from the chains, the server's records and this device, in one list. */
export function Activity() {
  const t = useTranslations('wallet.activity');
  const transfer = useTranslations('wallet.transfer');
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;
  const lead = <p className="measure text-lg">{t('lead')}</p>;

  if (!loggedIn || !address)
    return (
      <div className="grid gap-10">
        {lead}
        <StartOffer
          title={t('start')}
          steps={[t('startStep.connect'), t('startStep.read'), t('startStep.export')]}
          connectLabel={t('connect')}
        />
      </div>
    );
  return (
    <div className="grid gap-8">
      {lead}
      {lists.some(({ data, error }) => error && !data) ? (
        <RetryAlert
          message={transfer('listsFailed')}
          retryLabel={transfer('retry')}
          onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
        />
      ) : chains && coins && contracts ? (
        <ActivityView key={address} account={address} chains={chains} coins={coins} contracts={contracts} />
      ) : (
        <div aria-busy="true" className="busy-line" />
      )}
    </div>
  );
}
