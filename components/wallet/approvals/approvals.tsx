'use client';

import { useTranslations } from 'next-intl';
import { AccountView } from '@/components/wallet/shell/account-view';
import { ApprovalDesk } from './approval-desk';

/** What others may take of the account, and a way to take that back (WAL-16). */
export function Approvals() {
  const t = useTranslations('wallet.approvals');
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      offer={{
        title: t('start'),
        steps: [t('startStep.connect'), t('startStep.look'), t('startStep.revoke')],
        connectLabel: t('connect'),
      }}
    >
      {(view) => <ApprovalDesk {...view} />}
    </AccountView>
  );
}
