'use client';

import { useTranslations } from 'next-intl';
import { AccountView } from '@/components/wallet/shell/account-view';
import { ActivityView } from './activity-view';

/** Every transaction of the account (WAL-13), from the chains, the server's records and this device, in one list. */
export function Activity() {
  const t = useTranslations('wallet.activity');
  return (
    <AccountView
      lead={t('lead')}
      offer={{
        title: t('start'),
        steps: [t('startStep.connect'), t('startStep.read'), t('startStep.export')],
        connectLabel: t('connect'),
      }}
    >
      {(view) => <ActivityView {...view} />}
    </AccountView>
  );
}
