'use client';

import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { RetryAlert } from '@/components/wallet/retry-alert';
import { StartOffer } from '@/components/wallet/start-offer';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useSession } from '@/lib/session';
import { PortfolioView } from './portfolio-view';

/** What the account has everywhere, how it is spread and how its worth has moved (WAL-13). */
export function Portfolio() {
  const t = useTranslations('wallet.portfolio');
  const transfer = useTranslations('wallet.transfer');
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;
  if (!loggedIn || !address)
    return (
      <div className="grid gap-10">
        <p className="measure text-lg">{t('lead')}</p>
        <StartOffer
          title={t('start')}
          steps={[t('startStep.connect'), t('startStep.read'), t('startStep.follow')]}
          connectLabel={t('connect')}
        />
      </div>
    );
  if (lists.some(({ data, error }) => error && !data))
    return (
      <RetryAlert
        message={transfer('listsFailed')}
        retryLabel={transfer('retry')}
        onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
      />
    );
  return chains && coins && contracts ? (
    <PortfolioView key={address} account={address} chains={chains} coins={coins} contracts={contracts} />
  ) : (
    <div aria-busy="true" className="busy-line" />
  );
}
