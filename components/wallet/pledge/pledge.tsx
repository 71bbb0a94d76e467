'use client';

import { useTranslations } from 'next-intl';
import { ContractView } from '@/components/wallet/shell/contract-view';
import { PledgeContracts } from './pledge-contracts';

/** Pledges (WAL-8): what they are, each network's terms and reserve, and the account's own. */
export function Pledge() {
  const t = useTranslations('wallet.pledge');
  return (
    <ContractView
      contractName="pledge_contract"
      lead={t('lead')}
      conditions={t('conditions')}
      absent={t('none')}
    >
      {(lists) => <PledgeContracts {...lists} />}
    </ContractView>
  );
}
