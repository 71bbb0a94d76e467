'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { AccountView, type AccountViewProps } from '@/components/wallet/shell/account-view';
import type { ChainErrorCode } from '@/lib/evm/errors';
import type { Approval } from '@/lib/wallet/approvals/grants';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { ChainApprovals } from './chain-approvals';
import { SampleApprovals } from './sample-approvals';
import { type RevokeProgress, useRevoke } from './use-revoke';

/** Sticky bar that shows the selected approvals, the progress of revoking them, and any error. */
function RevokeBar({
  count,
  step,
  problem,
  progress,
  sent,
  onRevoke,
  onClear,
}: {
  count: number;
  step: TransactionStep;
  problem: ChainErrorCode | null;
  progress: RevokeProgress | null;
  /** Number of revocations sent in the last attempt. */
  sent: number;
  onRevoke: () => void;
  onClear: () => void;
}) {
  const t = useTranslations('wallet.approvals');
  const errors = useTranslations('wallet.errors');
  const isBusy = progress !== null;
  // A request that the user declined is shown as a status, not as an error.
  const isDeclined = problem === 'rejected' && !isBusy;
  const stepText = () => {
    if (isDeclined) return sent > 0 ? t('declinedRest', { count: sent }) : errors('rejected');
    if (!progress || (step !== 'checking' && step !== 'signing')) return '';
    return progress.total > 1 ? t(`progress.${step}`, progress) : t(`step.${step}`);
  };
  const isSilent = count === 0 && !isBusy && (problem === null || isDeclined);
  return (
    <section
      aria-label={t('chosenTitle')}
      className={
        isSilent
          ? 'sr-only'
          : 'revoke-bar sticky bottom-[calc(1rem+var(--tab-bar)+env(safe-area-inset-bottom))] z-10 grid gap-3 rounded-soft border border-edge bg-raised p-4 shadow-dialog md:p-5'
      }
    >
      {problem && !isDeclined && !isBusy ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {errors(problem)}
        </p>
      ) : null}
      <p role="status" className="text-sm text-muted empty:hidden">
        {stepText()}
      </p>
      {count === 0 && !isSilent && !isBusy ? (
        <div>
          <Button size="small" onClick={onClear}>
            {t('dismiss')}
          </Button>
        </div>
      ) : null}
      {count > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="figures">{t('chosen', { count })}</p>
          {/* The button is not disabled while busy, because a disabled button would lose focus. */}
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 max-sm:w-full">
            <Button size="small" aria-disabled={isBusy} onClick={() => !isBusy && onClear()}>
              {t('clear')}
            </Button>
            <Button
              size="small"
              variant="signal"
              aria-disabled={isBusy}
              aria-busy={isBusy}
              onClick={() => !isBusy && onRevoke()}
            >
              {t('revokeChosen', { count })}
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

/** Lists the approvals on every network, and lets the user select approvals to revoke. */
export function ApprovalPanel({ account, chains, coins, contracts }: AccountViewProps) {
  const t = useTranslations('wallet.approvals');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Approval>>(new Map());
  const { step, problem, progress, sent, revoke } = useRevoke(coins);
  const change = (approval: Approval, isChosen: boolean) =>
    setChosen((known) => {
      const next = new Map(known);
      if (isChosen) next.set(approval.id, approval);
      else next.delete(approval.id);
      return next;
    });
  // Hides the last attempt's error after the user dismisses it.
  const [isTried, setTried] = useState(false);
  const start = (approvals: readonly Approval[]) => {
    setTried(true);
    void revoke(approvals, (approval) => change(approval, false));
  };

  return (
    <div className="grid gap-12">
      <div className="border-t border-line pt-6">
        <p className="measure text-sm text-muted">{t('how')}</p>
      </div>
      {chains.map((chain) => (
        <ChainApprovals
          key={chain.id}
          chain={chain}
          account={account}
          coins={coins}
          contracts={contracts}
          chosen={chosen}
          isBusy={progress !== null}
          onChoose={change}
          onGone={(ids) => setChosen((known) => new Map([...known].filter(([id]) => !ids.includes(id))))}
          onRevoke={(approval) => start([approval])}
        />
      ))}
      <RevokeBar
        count={chosen.size}
        step={step}
        problem={isTried ? problem : null}
        progress={progress}
        sent={sent}
        onRevoke={() => start([...chosen.values()])}
        onClear={() => {
          setTried(false);
          setChosen(new Map());
        }}
      />
    </div>
  );
}

/** Approvals page (WAL-16): lists the approvals that the account has granted, and lets the user revoke them. */
export function Approvals() {
  const t = useTranslations('wallet.approvals');
  return (
    <AccountView lead={t('lead')} conditions={t('conditions')} sample={<SampleApprovals />}>
      {(view) => <ApprovalPanel {...view} />}
    </AccountView>
  );
}
