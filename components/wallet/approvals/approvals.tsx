'use client';

import { useTranslations } from 'next-intl';
import { ContractView } from '@/components/wallet/contract-view';
import { StartOffer } from '@/components/wallet/start-offer';
import { ApprovalDesk } from './approval-desk';

/** What others may take of the account, and a way to take that back (WAL-16). */
export function Approvals() {
  const t = useTranslations('wallet.approvals');
  return (
    <ContractView lead={t('lead')} conditions={t('conditions')}>
      {({ account, ...lists }) =>
        account ? (
          <ApprovalDesk {...lists} account={account} />
        ) : (
          <StartOffer
            title={t('start')}
            steps={[t('startStep.connect'), t('startStep.look'), t('startStep.revoke')]}
            connectLabel={t('connect')}
          />
        )
      }
    </ContractView>
  );
}
