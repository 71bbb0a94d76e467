'use client';

import { useTranslations } from 'next-intl';
import { AccountView } from '@/components/wallet/shell/account-view';
import { NftGallery } from './nft-gallery';

/** The account's collectibles on every network (WAL-15). */
export function Nfts() {
  const t = useTranslations('wallet.nfts');
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      offer={{
        title: t('start'),
        steps: [t('startStep.connect'), t('startStep.look'), t('startStep.send')],
        connectLabel: t('connect'),
      }}
    >
      {(view) => <NftGallery {...view} />}
    </AccountView>
  );
}
