import { useTranslations } from 'next-intl';
import type { Hash } from 'viem';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { EarlierNote } from '@/components/wallet/transaction-sheet/earlier-note';
import { useChainMapping } from '@/lib/api/hooks';
import { earlierTransfers, useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { earlierEntries } from '@/lib/wallet/transactions/earlier-entries';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { type FreeOrder, signOrder, useFreeSheet } from './free-sheet';
import { useTransferText } from './use-transfer-text';

/** React hook that returns what the order could repeat: payments from the wallet, and signed transfers. */
function useEarlier({ order, payment }: FreeOrder) {
  const sent = useLedger((state) => state.entries);
  const declined = useDeclined((state) => state.entries);
  const transfers = useTransfers((state) => state.entries);
  const { chainId, account } = order;
  return {
    entries: earlierEntries({ sent, declined }, { ...payment, chainId, account }),
    transfers: earlierTransfers(transfers, order),
  };
}

/** Review of a transfer without a fee, and what its one signature does. */
export function FreeReview({ order: free, onBack }: { order: FreeOrder; onBack: () => void }) {
  const t = useTranslations('wallet.free');
  const sheet = useTranslations('wallet.sheet');
  const errors = useTranslations('wallet.errors');
  const config = useConfig();
  const problem = useFreeSheet((state) => state.problem);
  const { amountOf } = useTransferText();
  const { data: chains = [] } = useChainMapping();
  const { entries, transfers } = useEarlier(free);
  const { order, operator, details } = free;
  const network = chains.find(({ id }) => id === order.chainId)?.name ?? '';
  const named: readonly Hash[] = [...entries, ...transfers].map(({ id }) => id);
  const amount = amountOf(order);
  return (
    <>
      <h3 tabIndex={-1} className="font-display text-xl text-balance wrap-anywhere outline-none">
        {t('review.title', { amount })}
      </h3>
      {problem === null ? null : (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {problem === 'cannotSign' ? t('cannotSign') : errors(problem)}
        </p>
      )}
      <dl>
        <div className="grid gap-1 border-b border-line py-2">
          <dt className="text-sm text-muted">{sheet('recipient')}</dt>
          <dd>
            <GroupedAddress address={order.recipient} />
          </dd>
        </div>
        <FigureRow label={t('review.network')}>{network}</FigureRow>
        <FigureRow label={t('review.from')}>{t('review.vaultBalance')}</FigureRow>
        <FigureRow label={t('review.fee')}>{t('review.feePaid', { operator })}</FigureRow>
      </dl>
      {details}
      <p className="border-s-2 border-water ps-3 text-sm">{t('review.recipientGets')}</p>
      <p className="text-sm text-muted">{t('review.signature')}</p>
      {entries.length > 0 ? <EarlierNote entries={entries} /> : null}
      {transfers.length > 0 ? (
        <p className="border-s-2 border-warning ps-3 text-sm">{t('review.again', { amount })}</p>
      ) : null}
      <NodeNote chainId={order.chainId} network={network} />
      <div className="dialog-action review-buttons">
        <Button onClick={onBack}>{sheet('back')}</Button>
        {problem === 'cannotSign' ? (
          <Button variant="signal" onClick={free.onWallet}>
            {t('payFromWallet')}
          </Button>
        ) : (
          <Button variant="signal" onClick={() => void signOrder(config, named)}>
            {t('review.sign', { amount })}
          </Button>
        )}
      </div>
    </>
  );
}
