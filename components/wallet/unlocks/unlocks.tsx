'use client';

import { useTranslations } from 'next-intl';
import { AccountView } from '@/components/wallet/shell/account-view';
import { UnlockCalendar } from './unlock-calendar';

/** When what the account has in the platform's contracts becomes free (WAL-13). */
export function Unlocks() {
  const t = useTranslations('wallet.unlocks');
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      offer={{
        title: t('start'),
        steps: [t('startStep.connect'), t('startStep.read'), t('startStep.export')],
        connectLabel: t('connect'),
      }}
    >
      {(view) => <UnlockCalendar {...view} />}
    </AccountView>
  );
}
