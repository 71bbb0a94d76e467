import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { TextButton } from '@/components/wallet/display/text-button';
import { useTransferText } from '@/components/wallet/transaction-sheet/use-transfer-text';
import { useTransferJob } from '@/lib/api/use-transfers';
import { isListed, isOpen, type SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { stageOf } from '@/lib/wallet/free-transfers/transfer-stage';
import { openTransfer } from './free-sheet';

function TransferRow({ transfer, all }: { transfer: SignedTransfer; all: readonly SignedTransfer[] }) {
  const t = useTranslations('wallet.free');
  const { nameOf } = useTransferText();
  const { data: job } = useTransferJob(
    transfer.isAccepted && transfer.outcome === undefined ? transfer.id : null,
  );
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line py-2">
      <TextButton opensDialog onClick={() => openTransfer(transfer.id)}>
        {nameOf(transfer)}
      </TextButton>
      <span className="text-end text-xs text-muted">{t(`state.${stageOf(transfer, all, job)}`)}</span>
    </li>
  );
}

/** The account's open transfers without a fee, and the latest one. Renders nothing if there are none. */
export function TransferList({ account }: { account: Address }) {
  const t = useTranslations('wallet.free');
  const all = useTransfers((state) => state.entries);
  const own = all.filter((transfer) => transfer.account === account && isListed(transfer));
  const shown = own.filter((transfer, index) => index === own.length - 1 || isOpen(transfer, all));
  if (shown.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-sm text-muted">{t('list')}</h2>
      <ul>
        {shown.toReversed().map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} all={all} />
        ))}
      </ul>
    </section>
  );
}
