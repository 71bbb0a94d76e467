import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { AccountViewProps } from '@/components/wallet/shell/account-view';
import type { Approval } from '@/lib/wallet/approvals/grants';
import { ChainApprovals } from './chain-approvals';
import { RevokeBar } from './revoke-bar';
import { useRevoke } from './use-revoke';

/** Every network's approvals, and what was chosen of them to be taken back. */
export function ApprovalDesk({ account, chains, coins, contracts }: AccountViewProps) {
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
  // What went wrong is said until the next try, or until it is put away.
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
