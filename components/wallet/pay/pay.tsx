'use client';

import { useTranslations } from 'next-intl';
import { AccountView } from '@/components/wallet/shell/account-view';
import { usePlace } from '@/components/wallet/shell/page-place';
import { PayDesk } from './pay-desk';
import { readPayPlace } from './pay-place';

/** Receiving and paying by QR code (WAL-14). */
export function Pay() {
  const t = useTranslations('wallet.pay');
  const { request } = readPayPlace(usePlace());
  const choose = request === null ? [t('startStep.choose')] : [];
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      leadStays={false}
      offer={{
        title: t(request === null ? 'start' : 'startRequest'),
        steps: [t('startStep.connect'), ...choose, t('startStep.confirm')],
        connectLabel: t('connect'),
      }}
    >
      {(view) => <PayDesk {...view} />}
    </AccountView>
  );
}
