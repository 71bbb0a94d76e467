import { useTranslations } from 'next-intl';
import { isAddressEqual } from 'viem';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { FindingList } from '@/components/wallet/signing/finding-list';
import { useReports } from '@/components/wallet/signing/use-reports';
import { EarlierNote, idsOf, useEarlier } from '@/components/wallet/transaction-sheet/earlier-note';
import { useConsents, useReportConsent } from '@/components/wallet/transaction-sheet/use-consents';
import { useTransferText } from '@/components/wallet/transaction-sheet/use-transfer-text';
import { useChainMapping } from '@/lib/api/hooks';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { isSameOrder } from '@/lib/wallet/free-transfers/signed-transfer';
import { isReport } from '@/lib/wallet/signing/reports';
import { type FreeOrder, signOrder, useFreeSheet } from './free-sheet';

/** Review of a transfer without a fee, and what its one signature does. */
export function FreeReview({ order: free, onBack }: { order: FreeOrder; onBack: () => void }) {
  const t = useTranslations('wallet.free');
  const sheet = useTranslations('wallet.sheet');
  const errors = useTranslations('wallet.errors');
  const config = useConfig();
  const problem = useFreeSheet((state) => state.problem);
  const { amountOf } = useTransferText();
  const contacts = useContacts((state) => state.entries);
  const { data: chains = [] } = useChainMapping();
  const { order, payment, operator, details } = free;
  const contact = contacts.find(({ address }) => isAddressEqual(address, order.recipient));
  const earlier = useEarlier({ ...payment, chainId: order.chainId, account: order.account });
  const { entries, transfers } = earlier;
  const network = chains.find(({ id }) => id === order.chainId)?.name ?? '';
  const named = idsOf(earlier);
  const amount = amountOf(order);
  // While one is open, its nonce serves both. Every other payment could be a second one.
  const canRepeat =
    entries.length > 0 ||
    transfers.some((transfer) => transfer.outcome !== undefined || !isSameOrder(transfer, order));
  // Accepting one earlier payment isn't accepting others.
  const again = {
    id: `again-${named.join('-')}`,
    label: sheet('earlier.consent'),
    missing: sheet('earlier.missing'),
  };
  const reports = useReports(order.chainId, [order.recipient]);
  const reported = useReportConsent(reports.findings);
  const isReported = reports.findings.some(isReport);
  const consents = useConsents([...(isReported ? [reported] : []), ...(canRepeat ? [again] : [])]);
  const hasProblem = problem === 'cannotSign' || problem === 'unsupported';
  const sign = () => {
    if (reports.isReady && consents.check()) void signOrder(config, named);
  };
  return (
    <>
      <h3 tabIndex={-1} className="font-display text-xl text-balance wrap-anywhere outline-none">
        {t('review.title', { amount })}
      </h3>
      {problem === null ? null : (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {hasProblem ? t(problem) : errors(problem)}
        </p>
      )}
      <dl>
        <div className="grid gap-1 border-b border-line py-2">
          <dt className="text-sm text-muted">{sheet('recipient')}</dt>
          <dd className="grid gap-1">
            {contact ? <bdi className="wrap-anywhere">{contact.name}</bdi> : null}
            <GroupedAddress address={order.recipient} />
          </dd>
        </div>
        <FigureRow label={t('review.network')}>{network}</FigureRow>
        <FigureRow label={t('review.from')}>{t(`review.balance.${order.route}`)}</FigureRow>
        <FigureRow label={t('review.fee')}>{t('review.feePaid', { operator })}</FigureRow>
      </dl>
      {reports.findings.length > 0 ? (
        <FindingList findings={reports.findings} isReady={reports.isReady} />
      ) : null}
      {isReported ? consents.box(reported) : null}
      {details}
      {order.route === 'vault' ? (
        <p className="border-s-2 border-water ps-3 text-sm">{t('review.recipientGets')}</p>
      ) : null}
      <p className="text-sm text-muted">{t('review.signature')}</p>
      <EarlierNote {...earlier} />
      {canRepeat ? consents.box(again) : null}
      {transfers.length > 0 && !canRepeat ? <p className="text-sm">{t('review.again')}</p> : null}
      <NodeNote chainId={order.chainId} network={network} />
      <div className="dialog-action review-buttons">
        <Button onClick={onBack}>{sheet('back')}</Button>
        {hasProblem ? (
          <Button variant="signal" onClick={free.onTransaction}>
            {t('payByTransaction')}
          </Button>
        ) : (
          <Button
            variant="signal"
            aria-disabled={!reports.isReady}
            aria-busy={!reports.isReady}
            onClick={sign}
          >
            {t('review.sign', { amount })}
          </Button>
        )}
      </div>
    </>
  );
}
