import { useFormatter, useNow, useTranslations } from 'next-intl';
import { lazy, Suspense } from 'react';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { useChainMapping } from '@/lib/api/hooks';
import {
  awaitsCoSigners,
  explorerHash,
  isMissing,
  isSettled,
  type LedgerEntry,
} from '@/lib/wallet/transactions/ledger-entry';
import { isVerifiedKind } from '@/lib/wallet/transactions/transaction-kinds';
import { NextSteps } from './next-steps';
import { useIsUndecided, WaitingNote } from './pending-notes';
import { StartAgain } from './start-again';
import { useActionText } from './use-action-text';
import { isEmptyPayment, useResultText } from './use-result-text';

const TICK_MS = 1_000;

const ReceiptActions = lazy(() =>
  import('./receipt-actions').then(
    ({ ReceiptActions }) => ({ default: ReceiptActions }),
    // The result stays readable if the buttons can't be loaded. The transaction's page has them too.
    () => ({ default: () => null }),
  ),
);

/** Returns whether the transaction is on chain, so that it has a receipt. */
const hasReceipt = ({ hash, status, reason }: LedgerEntry): boolean =>
  hash !== null && (status !== 'failed' || reason === 'reverted' || reason === 'refused');

/**
 * Returns whether a transaction can be sent again, because it failed, or no node shows it: the review then names it. One
 * that the server refused has moved its tokens, and one that waits for co-signers isn't late.
 */
const canRetry = (entry: LedgerEntry, isUndecided: boolean): boolean =>
  (entry.status === 'failed' || isUndecided) &&
  entry.reason !== 'refused' &&
  !awaitsCoSigners(entry) &&
  (entry.kind !== 'approve' || entry.purpose !== undefined);

/** Time since the wallet was asked for a transaction, updated every second. Only a node shows that it was sent. */
function Elapsed({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet.sheet');
  const format = useFormatter();
  const now = useNow({ updateInterval: TICK_MS }).getTime();
  const since = entry.createdAt;
  return (
    <p role="timer" className="figures text-sm text-muted">
      {t(isMissing(entry) ? 'asked' : 'elapsed', {
        time: format.relativeTime(since, Math.max(now, since + TICK_MS)),
      })}
    </p>
  );
}

const reachedByStatus = { failed: 0, pending: 0, confirmed: 1, verified: 2 } as const;

/** The stages of a transaction. Kinds that the server records have one more. None is reached until a node shows it. */
function Stages({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet.sheet');
  const { kind, status } = entry;
  const stages = ['sent', 'confirmed', ...(isVerifiedKind(kind) ? (['credited'] as const) : [])] as const;
  const reached = isMissing(entry) ? -1 : reachedByStatus[status];
  return (
    <ol className="stage-list" aria-live="polite">
      {stages.map((stage, index) => (
        <li key={stage} data-state={index <= reached ? 'done' : index === reached + 1 ? 'current' : 'ahead'}>
          <span aria-hidden="true" className="stage-mark" />
          {t(index <= reached ? `stageDone.${stage}` : `stageAhead.${stage}`)}
        </li>
      ))}
    </ol>
  );
}

/** A sent transaction until it is settled, and its result. Everything comes from the ledger, so it survives a reload. */
export function SentStage({
  entry,
  onClose,
  onRetry,
}: {
  entry: LedgerEntry;
  onClose: () => void;
  /** Returns to the review of the same order. Undefined if the order isn't known anymore. */
  onRetry: (() => void) | undefined;
}) {
  const t = useTranslations('wallet.sheet');
  const transfer = useTranslations('wallet.transfer');
  const actionText = useActionText();
  const resultText = useResultText();
  const { data: chains = [] } = useChainMapping();
  const chain = chains.find(({ id }) => id === entry.chainId);
  const isDone = isSettled(entry);
  const isRetried = canRetry(entry, useIsUndecided(entry));
  const isFailed = entry.status === 'failed';
  const isWarned = isFailed || entry.isAltered === true || isEmptyPayment(entry);
  const hash = explorerHash(entry);
  const link =
    chain && hash ? (
      <ExternalLink href={`${chain.browserTx}${hash}`}>{transfer('explorer')}</ExternalLink>
    ) : null;
  return (
    <>
      <div className="grid gap-1">
        <h3 tabIndex={-1} className="font-display text-xl text-balance wrap-anywhere outline-none">
          {isDone && !isWarned ? resultText(entry) : actionText(entry)}
        </h3>
        {isDone ? null : <Elapsed entry={entry} />}
      </div>
      {isDone && isWarned ? (
        <p role="alert" className={`border-s-2 ps-3 text-sm ${isFailed ? 'border-error' : 'border-warning'}`}>
          {resultText(entry)}
        </p>
      ) : null}
      {isFailed || awaitsCoSigners(entry) ? null : <Stages entry={entry} />}
      {entry.recipient && entry.recipient !== entry.account ? (
        <p className="grid gap-1 text-sm">
          <span className="text-muted">{t('recipient')}</span>
          <GroupedAddress address={entry.recipient} />
        </p>
      ) : null}
      <WaitingNote entry={entry} nativeSymbol={chain?.nativeSymbol ?? ''} />
      {link ? <p>{link}</p> : null}
      {isDone && hasReceipt(entry) ? (
        // The space of the buttons is reserved, so that the next steps don't move when they load.
        <div className="min-h-11">
          <Suspense fallback={null}>
            <ReceiptActions entry={entry} />
          </Suspense>
        </div>
      ) : null}
      {isDone ? <NextSteps entry={entry} /> : null}
      {isRetried ? (
        <div className="dialog-action review-buttons">
          <Button onClick={onClose}>{transfer('close')}</Button>
          {onRetry ? (
            <Button variant={isDone ? 'signal' : 'outline'} onClick={onRetry}>
              {t(isDone ? 'retry' : 'sendAgain')}
            </Button>
          ) : (
            <StartAgain entry={entry} />
          )}
        </div>
      ) : isDone ? (
        <div className="dialog-action">
          <Button variant="signal" onClick={onClose}>
            {transfer('done')}
          </Button>
        </div>
      ) : (
        <p className="text-xs text-muted">{t('mayClose')}</p>
      )}
    </>
  );
}
