'use client';

import { useTranslations } from 'next-intl';
import { ContractView } from '@/components/wallet/contract-view';
import { StartOffer } from '@/components/wallet/start-offer';
import { NftGallery } from './nft-gallery';

/** The account's collectibles on every network (WAL-15); what they are and how to begin before there is an account. */
export function Nfts() {
  const t = useTranslations('wallet.nfts');
  return (
    <ContractView lead={t('lead')} conditions={t('conditions')}>
      {({ account, ...lists }) =>
        account ? (
          <NftGallery {...lists} account={account} />
        ) : (
          <StartOffer
            title={t('start')}
            steps={[t('startStep.connect'), t('startStep.look'), t('startStep.send')]}
            connectLabel={t('connect')}
          />
        )
      }
    </ContractView>
  );
}
