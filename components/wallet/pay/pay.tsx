'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { RetryAlert } from '@/components/wallet/retry-alert';
import { StartOffer } from '@/components/wallet/start-offer';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useSession } from '@/lib/session';
import { PayDesk } from './pay-desk';
import { readPayPlace } from './pay-place';

/** Receiving and paying by QR code (WAL-14). */
export function Pay() {
  const t = useTranslations('wallet.pay');
  const transfer = useTranslations('wallet.transfer');
  const { request } = readPayPlace(useSearchParams());
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;

  if (!loggedIn || !address)
    return (
      <div className="grid gap-10">
        <div className="grid gap-3">
          <p className="measure text-lg">{t('lead')}</p>
          <p className="measure text-sm text-muted">{t('conditions')}</p>
        </div>
        <StartOffer
          title={t(request === null ? 'start' : 'startRequest')}
          steps={[
            t('startStep.connect'),
            ...(request === null ? [t('startStep.choose')] : []),
            t('startStep.confirm'),
          ]}
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
  if (!chains || !coins || !contracts) return <div aria-busy="true" className="busy-line" />;
  return <PayDesk key={address} account={address} chains={chains} coins={coins} contracts={contracts} />;
}
