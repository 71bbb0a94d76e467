'use client';

import { useTranslations } from 'next-intl';
import { ContractView } from '@/components/wallet/shell/contract-view';
import { PresaleList } from './presale-list';

/** Presales (WAL-7): what they are, where each network's stands, and the account's own part. */
export function Presale() {
  const t = useTranslations('wallet.presale');
  return (
    <ContractView
      contractName="presale_contract"
      lead={t('lead')}
      conditions={t('terms')}
      absent={t('noPresale')}
    >
      {(lists) => <PresaleList {...lists} />}
    </ContractView>
  );
}
