import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { Dialog } from '@/components/ui/dialog';
import { useNftName } from '@/components/wallet/display/nft-name';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping } from '@/lib/api/types';
import { useNftMetadata } from '@/lib/api/use-nft';
import { openDialog } from '@/lib/browser/dialogs';
import { rememberRecipient } from '@/lib/wallet/contacts/contacts';
import type { Nft } from '@/lib/wallet/nfts/nft';
import { NftAbout } from './nft-about';
import { type NftTransferOrder, nftTransferPlan } from './nft-transfer-plan';
import { SendForm } from './send-form';
import { SendNotes } from './send-notes';

type Props = {
  account: Address;
  chain: ChainMapping;
  nft: Nft;
  /** The order that was last reviewed, if the user has returned from its review. */
  last: NftTransferOrder | null;
  onReview: (order: NftTransferOrder) => void;
  onClose: () => void;
};

function Content({ nft, chain, account, last, onReview, onClose }: Props) {
  const { data: metadata, error, mutate } = useNftMetadata(nft);
  const { short } = useNftName()(nft, metadata);
  const [isSending, setSending] = useState(last !== null);
  return isSending ? (
    <SendForm
      nft={nft}
      label={short}
      account={account}
      last={last}
      onBack={() => setSending(false)}
      onReview={onReview}
    />
  ) : (
    <NftAbout
      nft={nft}
      metadata={metadata}
      onReread={error && !metadata ? () => void mutate() : undefined}
      chain={chain}
      onSend={() => setSending(true)}
      onHidden={onClose}
    />
  );
}

/** Dialog with the details of one NFT and the form to send it (WAL-15). */
export function NftDialog({
  nft,
  open,
  chain,
  onClose,
  account,
}: {
  nft: Nft | null;
  open: boolean;
  account: Address;
  chain: ChainMapping | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('wallet.nfts');
  const shared = useTranslations('wallet.transfer');
  const [last, setLast] = useState<NftTransferOrder | null>(null);
  const close = () => {
    setLast(null);
    onClose();
  };
  const review = (order: NftTransferOrder) => {
    setLast(null);
    openReview({
      account,
      plan: nftTransferPlan(order),
      details: <SendNotes {...order} />,
      onBack: () => {
        setLast(order);
        openDialog('nft');
      },
      onSent: () => rememberRecipient(order.recipient),
    });
  };
  return (
    <Dialog open={open} onClose={close} title={t('details')} closeLabel={shared('close')}>
      {nft && chain ? (
        <Content account={account} nft={nft} chain={chain} last={last} onReview={review} onClose={close} />
      ) : null}
    </Dialog>
  );
}
