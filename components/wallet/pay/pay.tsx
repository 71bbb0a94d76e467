'use client';

import { useTranslations } from 'next-intl';
import { Tabs } from '@/components/ui/tabs';
import { AccountView } from '@/components/wallet/frame/account-view';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';
import { type PayLists, payTabs, readPayParams } from '@/lib/wallet/pay/pay-params';
import { LinkedRequest } from './linked-request';
import { PaySkeleton } from './pay-skeleton';
import { PayTab } from './pay-tab';
import { ReceiveTab } from './receive-tab';
import { SamplePay } from './sample-pay';

/** The receive and pay tabs. The URL selects one of them. */
function PayPanel(lists: PayLists) {
  const t = useTranslations('wallet.pay');
  const place = readPayParams(usePageParams());
  return (
    <Tabs
      label={t('title')}
      tabs={payTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={place.tab}
      isBare={place.tab === 'pay' && place.request !== null}
      onChange={(tab) => updatePageParams({ tab, request: null, ask: null })}
    >
      {place.tab === 'receive' ? (
        <ReceiveTab {...lists} place={place} />
      ) : (
        <PayTab {...lists} place={place} />
      )}
    </Tabs>
  );
}

/** Page to receive payments and pay with QR codes (WAL-14). */
export function Pay() {
  const t = useTranslations('wallet.pay');
  const { request, tab } = readPayParams(usePageParams());
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      leadStays={false}
      // Without a sample, which could be mistaken for the request.
      request={request === null ? null : <LinkedRequest text={request} />}
      sample={<SamplePay />}
      skeleton={<PaySkeleton tab={tab} hasRequest={request !== null} />}
    >
      {(view) => <PayPanel {...view} />}
    </AccountView>
  );
}
