'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { LeadText } from '@/components/wallet/display/lead-text';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import type { Approval } from '@/lib/wallet/approvals/approval-events';
import { ApprovalsSkeleton } from './approvals-skeleton';
import { ChainApprovals } from './chain-approvals';
import { SampleApprovals } from './sample-approvals';
import { useRevoke } from './use-revoke';

/** Sticky bar with the number of selected approvals and the button to revoke them. */
function RevokeBar({
  count,
  onRevoke,
  onClear,
}: {
  count: number;
  onRevoke: () => void;
  onClear: () => void;
}) {
  const t = useTranslations('wallet.approvals');
  if (count === 0) return null;
  return (
    <section
      aria-label={t('chosenTitle')}
      className="revoke-bar sticky bottom-[calc(1rem+var(--tab-bar)+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center justify-between gap-3 rounded-soft border border-edge bg-raised p-4 shadow-dialog md:p-5"
    >
      <p role="status" className="figures">
        {t('chosen', { count })}
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 max-sm:w-full">
        <Button size="small" onClick={onClear}>
          {t('clear')}
        </Button>
        <Button size="small" variant="signal" onClick={onRevoke}>
          {t('revokeChosen', { count })}
        </Button>
      </div>
    </section>
  );
}

/** Lists the approvals on every network, and lets the user select approvals to revoke. */
export function ApprovalPanel({ account, chains, coins, contracts }: AccountViewProps) {
  const t = useTranslations('wallet.approvals');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Approval>>(new Map());
  const change = (approval: Approval, isChosen: boolean) =>
    setChosen((known) => {
      const next = new Map(known);
      if (isChosen) next.set(approval.id, approval);
      else next.delete(approval.id);
      return next;
    });
  const revoke = useRevoke({ account, coins, onSent: (approval) => change(approval, false) });

  return (
    <div className="grid gap-12">
      <div className="border-t border-line pt-6">
        <LeadText className="text-sm text-muted">{t('how')}</LeadText>
      </div>
      {chains.map((chain) => (
        <ChainApprovals
          key={chain.id}
          chain={chain}
          account={account}
          coins={coins}
          contracts={contracts}
          chosen={chosen}
          onChoose={change}
          onGone={(ids) => setChosen((known) => new Map([...known].filter(([id]) => !ids.includes(id))))}
          onRevoke={(approval) => revoke([approval])}
        />
      ))}
      <RevokeBar
        count={chosen.size}
        onRevoke={() => revoke([...chosen.values()])}
        onClear={() => setChosen(new Map())}
      />
    </div>
  );
}

/** Approvals page (WAL-16): lists the approvals that the account has granted, and lets the user revoke them. */
export function Approvals() {
  const t = useTranslations('wallet.approvals');
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      sample={<SampleApprovals />}
      skeleton={<ApprovalsSkeleton />}
    >
      {(view) => <ApprovalPanel {...view} />}
    </AccountView>
  );
}
