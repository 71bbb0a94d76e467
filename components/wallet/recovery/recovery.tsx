'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import { useRecoveryPlans } from '@/lib/wallet/recovery/use-recovery-plans';
import { ChainPlans } from './chain-plans';
import { RecoverFor } from './recover-for';
import { emptyDraft } from './recovery-form';
import { RecoverySkeleton } from './recovery-skeleton';
import { SampleRecovery } from './sample-recovery';

/** What the account named in every contract of every network, and what it can recover for others. */
export function RecoveryPanel(view: AccountViewProps) {
  const { account, chains, contracts } = view;
  const reads = useRecoveryPlans(account, contracts);
  const [draft, setDraft] = useState(emptyDraft);
  return (
    <div className="grid gap-12">
      {reads.map((read) => (
        <ChainPlans
          key={read.chainId}
          account={account}
          network={chains.find(({ id }) => id === read.chainId)?.name ?? String(read.chainId)}
          read={read}
          draft={draft}
          onDraft={setDraft}
        />
      ))}
      <RecoverFor {...view} />
    </div>
  );
}

/** Recovery page (REC-1): the recovery addresses that the account named, and those that name the account. */
export function Recovery() {
  const t = useTranslations('wallet.recovery');
  return (
    <AccountView
      lead={t('lead')}
      conditions={t('conditions')}
      sample={<SampleRecovery />}
      skeleton={<RecoverySkeleton />}
    >
      {(view) => <RecoveryPanel {...view} />}
    </AccountView>
  );
}
