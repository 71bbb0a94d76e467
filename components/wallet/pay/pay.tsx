'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { AccountView } from '@/components/wallet/account-view';
import { PayDesk } from './pay-desk';
import { readPayPlace } from './pay-place';

/** Receiving and paying by QR code (WAL-14). */
export function Pay() {
  const t = useTranslations('wallet.pay');
  const { request } = readPayPlace(useSearchParams());
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
