import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { useIsPrompted } from '@/components/wallet/transaction-sheet/use-is-prompted';
import { useTransferText } from '@/components/wallet/transaction-sheet/use-transfer-text';
import { useChainMapping } from '@/lib/api/hooks';
import { useCancelTransfer, useTransferJob } from '@/lib/api/use-transfers';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { planRevocation } from '@/lib/wallet/free-transfers/revoke-transfer';
import type { SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { stageOf, type TransferStage } from '@/lib/wallet/free-transfers/transfer-stage';

const steps = ['signed', 'queued', 'sent', 'confirmed'] as const;

/** Signed, queued, sent, confirmed. A step is done once something shows it. */
function Steps({ stage }: { stage: TransferStage }) {
  const t = useTranslations('wallet.free.step');
  const reached = (steps as readonly TransferStage[]).indexOf(stage);
  return (
    <ol className="stage-list" aria-live="polite">
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index <= reached ? 'done' : index === reached + 1 ? 'current' : 'ahead'}
          aria-current={index === reached + 1 ? 'step' : undefined}
        >
          <span aria-hidden="true" className="stage-mark" />
          {t(index <= reached ? `done.${step}` : `ahead.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** Button that makes an open transfer impossible by a transaction, which pays the network fee. */
function RevokeButton({ transfer }: { transfer: SignedTransfer }) {
  const t = useTranslations('wallet.free');
  const errors = useTranslations('wallet.errors');
  const config = useConfig();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<ChainErrorCode | null>(null);
  const run = useRef<AbortController>(null);
  useEffect(() => () => run.current?.abort(), []);
  const revoke = async () => {
    run.current = new AbortController();
    const { signal } = run.current;
    setProblem(null);
    setAsking(true);
    try {
      openReview({ account: transfer.account, plan: await planRevocation(config, transfer, signal) });
    } catch (error) {
      if (!signal.aborted) setProblem(chainErrorCode(error));
    }
    setAsking(false);
  };
  return (
    <>
      <Button size="small" disabled={isAsking} onClick={() => void revoke()}>
        {t('revoke')}
      </Button>
      <p role="status" className={isAsking ? '' : 'sr-only'}>
        {isAsking ? t('revokeSigning') : null}
      </p>
      {problem === null ? null : (
        <p role="alert" className="border-s-2 border-error ps-3">
          {errors(problem)}
        </p>
      )}
    </>
  );
}

/** Button that takes a transfer from the operator's queue. */
function CancelButton({ id }: { id: string }) {
  const t = useTranslations('wallet.free');
  const cancel = useCancelTransfer();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    // The API's client has shown why it failed.
    await cancel(id).catch(() => undefined);
    setBusy(false);
  };
  return (
    <Button size="small" disabled={isBusy} onClick={() => void press()}>
      {t('cancel')}
    </Button>
  );
}

/** A transfer that the wallet was asked to sign, until the chain ends it, and its result. */
export function FreeProgress({ transfer, onClose }: { transfer: SignedTransfer; onClose: () => void }) {
  const t = useTranslations('wallet.free');
  const sheet = useTranslations('wallet.sheet');
  const pay = useTranslations('wallet.transfer');
  const all = useTransfers((state) => state.entries);
  const { data: chains = [] } = useChainMapping();
  const { data: job } = useTransferJob(
    transfer.isAccepted && transfer.outcome === undefined ? transfer.id : null,
  );
  const { amountOf, untilOf, resultOf, refusalOf } = useTransferText();
  const stage = stageOf(transfer, all, job);
  const isPrompted = useIsPrompted(transfer) && stage === 'asked';
  const chain = chains.find(({ id }) => id === transfer.chainId);
  const txHash = transfer.outcome?.txHash;
  const isUnderWay = stage === 'signed' || stage === 'queued' || stage === 'sent';
  const until = untilOf(transfer);
  const reason = transfer.refusal ?? job?.reason;
  return (
    <>
      <h3 tabIndex={-1} className="font-display text-xl text-balance wrap-anywhere outline-none">
        {isPrompted
          ? t('asking.signing')
          : isUnderWay
            ? t('review.title', { amount: amountOf(transfer) })
            : resultOf(transfer, stage)}
      </h3>
      {isUnderWay || stage === 'confirmed' ? <Steps stage={stage} /> : null}
      <p className="grid gap-1 text-sm">
        <span className="text-muted">{sheet('recipient')}</span>
        <GroupedAddress address={transfer.recipient} />
      </p>
      {stage === 'confirmed' ? <p className="text-sm">{t(`arrived.${transfer.route}`)}</p> : null}
      {stage === 'stopped' ? (
        <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
          {job?.state === 'canceled' && job.reason === null ? t('taken') : refusalOf(reason)}
        </p>
      ) : null}
      {stage === 'asked' ? (
        <p
          role="status"
          className={`border-s-2 ps-3 text-sm ${isPrompted ? 'border-water' : 'border-warning'}`}
        >
          {t(isPrompted ? 'askingText.signing' : 'maybeSigned')}
        </p>
      ) : null}
      {stage === 'queued' ? (
        <div>
          <CancelButton id={transfer.id} />
        </div>
      ) : null}
      {stage === 'stopped' && reason !== 'InvalidSignature' ? (
        <div className="grid justify-items-start gap-3 text-sm">
          <p>{t(`usable.${transfer.route}`, { until })}</p>
          <RevokeButton transfer={transfer} />
        </div>
      ) : null}
      {chain && txHash ? (
        <p>
          <ExternalLink href={`${chain.browserTx}${txHash}`}>{pay('explorer')}</ExternalLink>
        </p>
      ) : null}
      {isUnderWay ? (
        <p className="text-xs text-muted">{t(stage === 'signed' ? 'stayOpen' : 'mayClose')}</p>
      ) : (
        <div className="dialog-action">
          <Button variant="signal" onClick={onClose}>
            {pay(stage === 'confirmed' ? 'done' : 'close')}
          </Button>
        </div>
      )}
    </>
  );
}
