'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { LeadText } from '@/components/wallet/display/lead-text';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import { openEntry } from '@/components/wallet/transaction-sheet/sheet';
import { closeDialog, openDialog, useDialogs } from '@/lib/browser/dialogs';
import { watchKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { watchNftChoices } from '@/lib/wallet/nfts/choices';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { AddNftDialog } from './add-nft-dialog';
import { ChainNfts } from './chain-nfts';
import { NftDialog } from './nft-dialog';
import { NftsSkeleton, nftsIntro } from './nfts-skeleton';
import { SampleGallery } from './sample-gallery';

/** Dialogs to close when the page unmounts. */
const ownDialogs = ['nft', 'addNft'] as const;

/** Every network's NFTs, with their dialogs. */
export function NftGallery({ account, chains, contracts }: AccountViewProps) {
  const t = useTranslations('wallet.nfts');
  // Not cleared when the dialog closes, so that its content stays visible during the closing animation.
  const [opened, setOpened] = useState<Nft | null>(null);
  const open = useDialogs((state) => state.open);
  useEffect(() => () => ownDialogs.forEach(closeDialog), []);
  useEffect(watchNftChoices, []);
  useEffect(watchKnownRecipients, []);

  const show = (nft: Nft) => {
    // While a transfer is pending, the sheet with it opens instead, so that it isn't sent twice.
    const pending = useLedger
      .getState()
      .entries.find(
        (entry) => entry.status === 'pending' && entry.account === account && entry.nft === nftId(nft),
      );
    if (pending) {
      openEntry(pending.id);
      return;
    }
    setOpened(nft);
    openDialog('nft');
  };

  return (
    <div className="grid gap-12">
      <div className={nftsIntro}>
        <LeadText className="text-sm text-muted">{t('how')}</LeadText>
        <Button onClick={() => openDialog('addNft')}>{t('add.open')}</Button>
      </div>
      {chains.map((chain) => (
        <ChainNfts
          key={chain.id}
          chain={chain}
          account={account}
          contracts={contracts}
          onOpen={(nft) => show(nft)}
        />
      ))}
      <NftDialog
        nft={opened}
        open={open === 'nft'}
        account={account}
        chain={chains.find(({ id }) => id === opened?.chainId)}
        onClose={() => closeDialog('nft')}
      />
      <AddNftDialog
        open={open === 'addNft'}
        account={account}
        chains={chains}
        onClose={() => closeDialog('addNft')}
      />
    </div>
  );
}

/** The account's NFTs on every network (WAL-15). */
export function Nfts() {
  const t = useTranslations('wallet.nfts');
  return (
    <AccountView
      hidesNetworks
      lead={t('lead')}
      conditions={t('conditions')}
      sample={<SampleGallery />}
      skeleton={<NftsSkeleton />}
    >
      {(view) => <NftGallery {...view} />}
    </AccountView>
  );
}
