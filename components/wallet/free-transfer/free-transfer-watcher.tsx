import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useConnection } from 'wagmi';
import { useExplorerLink } from '@/components/wallet/frame/wallet-link';
import { useTransferText } from '@/components/wallet/transaction-sheet/use-transfer-text';
import { notify } from '@/lib/browser/notices';
import { isFinal, isListed, type SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { useTransfers, watchTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { useFollowTransfer } from '@/lib/wallet/free-transfers/use-follow-transfer';
import { isTransferShown, openTransfer } from './free-sheet';

/** Sends and follows a transfer, and reports its outcome. */
function Follow({ transfer }: { transfer: SignedTransfer }) {
  const t = useTranslations('wallet.sheet');
  const queries = useQueryClient();
  const link = useExplorerLink(transfer.chainId);
  const { resultOf } = useTransferText();
  useFollowTransfer(transfer, (ended) => {
    const { id, outcome } = ended;
    if (!outcome) return;
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'transferOutcome' });
    if (!isListed(ended) || isTransferShown(id)) return;
    const type = outcome.kind === 'confirmed' ? 'success' : 'warning';
    const action = { label: t('show'), onPress: () => openTransfer(id) };
    notify(type, resultOf(ended, outcome.kind), link(outcome.txHash), action);
  });
  return null;
}

/** Follows all transfers without a fee of the connected account, independently of any dialog and across reloads. */
export function FreeTransferWatcher() {
  const { address } = useConnection();
  const transfers = useTransfers((state) => state.entries);
  useEffect(watchTransfers, []);
  return transfers
    .filter((transfer) => transfer.account === address && !isFinal(transfer, transfers))
    .map((transfer) => <Follow key={transfer.id} transfer={transfer} />);
}
