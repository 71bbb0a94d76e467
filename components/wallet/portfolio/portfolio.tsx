'use client';

import { useTranslations } from 'next-intl';
import { AccountView } from '@/components/wallet/shell/account-view';
import { PortfolioView } from './portfolio-view';

/** What the account has everywhere, how it is spread and how its worth has moved (WAL-13). */
export function Portfolio() {
  const t = useTranslations('wallet.portfolio');
  return (
    <AccountView
      lead={t('lead')}
      leadStays={false}
      offer={{
        title: t('start'),
        steps: [t('startStep.connect'), t('startStep.read'), t('startStep.follow')],
        connectLabel: t('connect'),
      }}
    >
      {(view) => <PortfolioView {...view} />}
    </AccountView>
  );
}
