import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address, Hash } from 'viem';
import { Dialog } from '@/components/ui/dialog';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { TransferProgress } from '@/components/wallet/transfer/transfer-progress';
import { failureKey } from '@/components/wallet/transfer/transfer-status';
import type { ChainMapping } from '@/lib/api/types';
import { useNftMetadata } from '@/lib/api/use-nft';
import { rememberRecipient } from '@/lib/wallet/contacts/contacts';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';
import { NftAbout } from './nft-about';
import { useNftName } from './nft-name';
import { SendForm } from './send-form';
import { type SendOrder, sendPlan } from './send-plan';
import { SendReview } from './send-review';

const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 1 } as const;

/** Progress of an NFT transfer. */
function SendProgress({
  entry,
  onDone,
  onAgain,
}: {
  entry: LedgerEntry;
  onDone: () => void;
  onAgain: () => void;
}) {
  const t = useTranslations('wallet.nfts.send');
  const shared = useTranslations('wallet.transfer');
  const { recipient, status } = entry;
  return (
    <TransferProgress
      entry={entry}
      stages={(['pending', 'confirmed'] as const).map((stage) => ({
        ahead: t(`stage.${stage}`),
        done: t(`stageDone.${stage}`),
      }))}
      reached={reachedByStatus[status]}
      failure={status === 'failed' ? shared(`failed.${failureKey(entry) ?? 'dropped'}`) : null}
      againLabel={t('again')}
      isUnique
      mayCloseText={t('mayClose')}
      onDone={onDone}
      onAgain={onAgain}
    >
      {recipient ? (
        <p>
          <GroupedAddress address={recipient} />
        </p>
      ) : null}
    </TransferProgress>
  );
}

type Props = {
  account: Address;
  chain: ChainMapping;
  nft: Nft;
  onClose: () => void;
};

/** Returns the ID of an NFT's pending transfer, or null. The transfer can outlive the dialog or a reload. */
const pendingTransfer = (nft: Nft, account: Address): Hash | null =>
  useLedger
    .getState()
    .entries.find(
      (entry) => entry.status === 'pending' && entry.account === account && entry.nft === nftId(nft),
    )?.id ?? null;

type View = 'about' | 'form' | 'review';

function Content({ nft, chain, account, onClose }: Props) {
  const { data: metadata, error, mutate } = useNftMetadata(nft);
  const { short } = useNftName()(nft, metadata);
  const [view, setView] = useState<View>('about');
  const [order, setOrder] = useState<SendOrder | null>(null);
  const [sentId, setSentId] = useState(() => pendingTransfer(nft, account));
  // Hides the error from an earlier review until the user confirms the current one.
  const [isTried, setTried] = useState(false);
  const { step, problem, start } = useTransaction();
  const entry = useLedger((state) => state.entries.find(({ id }) => id === sentId));

  const confirm = async (confirmed: SendOrder) => {
    setTried(true);
    const hash = await start(sendPlan(confirmed));
    if (!hash) return;
    rememberRecipient(confirmed.recipient);
    setSentId(hash);
  };
  if (entry) {
    const again = () => {
      setSentId(null);
      setView('form');
    };
    return <SendProgress entry={entry} onDone={onClose} onAgain={again} />;
  }
  if (view === 'review' && order) {
    return (
      <SendReview
        order={order}
        chain={chain}
        step={step}
        problem={isTried ? problem : null}
        onBack={() => setView('form')}
        onConfirm={() => void confirm(order)}
      />
    );
  }
  if (view === 'form') {
    return (
      <SendForm
        nft={nft}
        label={short}
        account={account}
        last={order}
        onBack={() => setView('about')}
        onReview={(next) => {
          setTried(false);
          setOrder(next);
          setView('review');
        }}
      />
    );
  }
  return (
    <NftAbout
      nft={nft}
      metadata={metadata}
      onReread={error && !metadata ? () => void mutate() : undefined}
      chain={chain}
      onSend={() => setView('form')}
      onHidden={onClose}
    />
  );
}

/** Dialog with the details of one NFT and the steps to send it (WAL-15). */
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
  return (
    <Dialog open={open} onClose={onClose} title={t('details')} closeLabel={shared('close')}>
      {nft && chain ? <Content account={account} nft={nft} chain={chain} onClose={onClose} /> : null}
    </Dialog>
  );
}
