'use client';

import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { RetryAlert } from '@/components/wallet/retry-alert';
import { StartOffer } from '@/components/wallet/start-offer';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useSession } from '@/lib/session';
import { UnlockCalendar } from './unlock-calendar';

/** When what the account has in the platform's contracts becomes free (WAL-13). */
export function Unlocks() {
  const t = useTranslations('wallet.unlocks');
  const transfer = useTranslations('wallet.transfer');
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;
  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <p className="measure text-lg">{t('lead')}</p>
        <p className="measure text-sm text-muted">{t('conditions')}</p>
      </div>
      {!loggedIn || !address ? (
        <StartOffer
          title={t('start')}
          steps={[t('startStep.connect'), t('startStep.read'), t('startStep.export')]}
          connectLabel={t('connect')}
        />
      ) : lists.some(({ data, error }) => error && !data) ? (
        <RetryAlert
          message={transfer('listsFailed')}
          retryLabel={transfer('retry')}
          onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
        />
      ) : chains && coins && contracts ? (
        <UnlockCalendar key={address} account={address} chains={chains} coins={coins} contracts={contracts} />
      ) : (
        <div aria-busy="true" className="busy-line" />
      )}
    </div>
  );
}
