'use client';

import { useTranslations } from 'next-intl';
import { ContractView } from '@/components/wallet/shell/account-view';
import { StakePools } from './stake-pools';

/** Staking (WAL-6): what it is, what each network's pool pays, and the account's own stake. */
export function Stake() {
  const t = useTranslations('wallet.stake');
  return (
    <ContractView
      contractName="staking_contract"
      lead={t('lead')}
      conditions={t('terms')}
      absent={t('noPool')}
    >
      {(lists) => <StakePools {...lists} />}
    </ContractView>
  );
}
