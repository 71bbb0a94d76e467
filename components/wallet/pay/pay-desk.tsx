import { useTranslations } from 'next-intl';
import { Tabs } from '@/components/ui/tabs';
import { showPlace, usePlace } from '@/components/wallet/shell/page-place';
import { type PayLists, payTabs, readPayPlace } from './pay-place';
import { PayTab } from './pay-tab';
import { ReceiveTab } from './receive-tab';

/** The account's two ways: asking for money, and paying. The address names the chosen one. */
export function PayDesk(lists: PayLists) {
  const t = useTranslations('wallet.pay');
  const place = readPayPlace(usePlace());
  return (
    <Tabs
      label={t('title')}
      tabs={payTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={place.tab}
      onChange={(tab) => showPlace({ tab, request: null, sent: null })}
    >
      {place.tab === 'receive' ? (
        <ReceiveTab {...lists} place={place} />
      ) : (
        <PayTab {...lists} place={place} />
      )}
    </Tabs>
  );
}
