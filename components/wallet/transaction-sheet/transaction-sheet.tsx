'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ComponentType, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Hash } from 'viem';
import { useConfig, useConnection } from 'wagmi';
import { Dialog } from '@/components/ui/dialog';
import { closeDialog, type DialogName, useDialogs } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';
import { isSettled, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { SendProblem } from '@/lib/wallet/transactions/send-plan';
import type { TransactionKind } from '@/lib/wallet/transactions/transaction-kinds';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { ReviewStage } from './review-stage';
import { SentStage } from './sent-stage';
import {
  dismissProblem,
  markSeen,
  resumeSheet,
  reviewAgain,
  type SheetForm,
  type SheetOrder,
  sendOrder,
  sheetForms,
  useSheet,
  watchSheet,
} from './sheet';
import { WalletStage } from './wallet-stage';
import './transaction-sheet.css';

const stages = ['review', 'wallet', 'pending', 'done'] as const;
type Stage = (typeof stages)[number];

/** The stages of a transaction, with the current one marked. */
function StepLine({ stage, isFailed }: { stage: Stage; isFailed: boolean }) {
  const t = useTranslations('wallet.sheet');
  const at = stages.indexOf(stage);
  return (
    <ol aria-label={t('steps')} className="sheet-steps">
      {stages.map((name, index) => (
        <li
          key={name}
          data-state={index < at ? 'done' : index > at ? 'ahead' : isFailed ? 'failed' : 'current'}
          aria-current={index === at ? 'step' : undefined}
        >
          {t(`stage.${isFailed && name === 'done' ? 'failed' : name}`)}
        </li>
      ))}
    </ol>
  );
}

type View =
  | { stage: 'pending' | 'done'; entry: LedgerEntry; order: SheetOrder | null }
  | { stage: 'review' | 'wallet'; entry: null; order: SheetOrder };

/** Problems after which the review shows what to decide again. */
const reviewedProblems: readonly SendProblem[] = [
  'rejected',
  'sentBefore',
  'permitUnsupported',
  'batchUnsupported',
];

/** React hook that returns the stage of the sheet and what it shows. */
function useStage(): View | null {
  const { address } = useConnection();
  const { order, entryId, step, problem } = useSheet();
  const entry = useLedger((state) => state.entries.find(({ id }) => id === entryId));
  if (entry && entry.account === address) {
    return { stage: isSettled(entry) ? 'done' : 'pending', entry, order };
  }
  if (!order || order.account !== address) return null;
  const isAsked = step !== 'idle' || (problem !== null && !reviewedProblems.includes(problem));
  return { stage: isAsked ? 'wallet' : 'review', entry: null, order };
}

const isSheetForm = (name: DialogName | null): name is SheetForm => sheetForms.some((form) => form === name);

/**
 * React hook that keeps the tallest height that the stages have had, so that the sheet doesn't jump between them. A
 * review that is taller than the window counts only as far as it is visible.
 */
function useStableHeight(body: RefObject<HTMLElement | null>, isActive: boolean): void {
  useEffect(() => {
    const content = body.current;
    const frame = content?.parentElement;
    if (!isActive || !content || !frame) return;
    let tallest = 0;
    const observer = new ResizeObserver(() => {
      const { paddingTop, paddingBottom } = getComputedStyle(frame);
      const height = frame.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      if (height <= tallest) return;
      tallest = height;
      content.style.minHeight = `${height}px`;
    });
    observer.observe(frame);
    return () => {
      observer.disconnect();
      content.style.removeProperty('min-height');
    };
  }, [body, isActive]);
}

/** The stage's content. */
function StageContent({ view, onClose }: { view: View; onClose: () => void }) {
  const config = useConfig();
  const queries = useQueryClient();
  const send = (named?: readonly Hash[]) => void sendOrder(config, queries, named);
  const { stage, entry, order } = view;
  if (entry) return <SentStage entry={entry} onClose={onClose} onRetry={order ? reviewAgain : undefined} />;
  const back = order.onBack ?? onClose;
  return stage === 'review' ? (
    <ReviewStage order={order} onBack={back} onConfirm={send} />
  ) : (
    <WalletStage order={order} onBack={dismissProblem} onRetry={send} />
  );
}

/**
 * The one dialog for every transaction: the form of a deposit or withdrawal, the review, the wallet's requests, the
 * pending transaction, and its result. Mounted once, so that a transaction continues while the dialog is closed.
 */
export function TransactionSheet({ forms }: { forms: Record<SheetForm, ComponentType> }) {
  const t = useTranslations('wallet');
  const isSignedIn = useSession((state) => state.token !== null);
  const open = useDialogs((state) => state.open);
  const step = useSheet((state) => state.step);
  const view = useStage();
  const [shown, setShown] = useState<SheetForm | 'transaction'>('transaction');
  const body = useRef<HTMLDivElement>(null);
  const seen = useRef<string | null>(null);

  // While a request of this kind is open in the wallet, the sheet shows it instead of an empty form.
  const isAsked = view?.stage === 'wallet' && step !== 'idle' && open === view.order?.plan.intent.kind;
  const next = isSheetForm(open) && !isAsked ? open : 'transaction';
  const isOpen = isSignedIn && (isSheetForm(open) || (open === 'transaction' && view !== null));
  // The content stays while the dialog closes.
  if (isOpen && next !== shown) setShown(next);
  const form = shown === 'transaction' ? null : shown;
  const Form = form && forms[form];
  const kind = form ?? (view?.entry ?? view?.order?.plan.intent)?.kind;
  const place = isOpen ? (form ?? view?.stage ?? null) : null;

  const resume = useEffectEvent(() => {
    if (isSignedIn) resumeSheet();
  });
  useEffect(() => {
    resume();
    return watchSheet();
  }, []);

  // A change of stage removes the focused button, so focus moves to the new heading, or to the button of the form. The
  // new stage starts at its top, wherever the last one was scrolled to.
  useEffect(() => {
    const isChange = place !== null && seen.current !== null && seen.current !== place;
    seen.current = place;
    if (!isChange) return;
    body.current?.querySelector<HTMLElement>('h3[tabindex], [type=submit]')?.focus({ preventScroll: true });
    const scroller = body.current?.parentElement;
    if (scroller) scroller.scrollTop = 0;
  }, [place]);

  // A result in a background tab has not been seen yet.
  const resultId = place === 'done' ? (view?.entry?.id ?? null) : null;
  useEffect(() => {
    if (resultId === null) return;
    const mark = () => {
      if (document.visibilityState === 'visible') markSeen();
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [resultId]);

  useStableHeight(body, place !== null && form === null);

  const close = () => {
    if (open) closeDialog(open);
  };
  const titleOf = (of: TransactionKind) =>
    of === 'deposit' || of === 'withdraw' ? t(`${of}.title`) : t(`pending.kind.${of}`);
  return (
    <Dialog open={isOpen} onClose={close} title={kind ? titleOf(kind) : ''} closeLabel={t('transfer.close')}>
      <div ref={body} className="sheet-body">
        {Form ? (
          <Form />
        ) : view ? (
          <>
            <StepLine stage={view.stage} isFailed={view.entry?.status === 'failed'} />
            <StageContent view={view} onClose={close} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
