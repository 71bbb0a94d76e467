'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useConnection } from 'wagmi';
import { Dialog } from '@/components/ui/dialog';
import { useLedger } from '@/lib/chain/transaction-ledger';
import { closeDialog, useDialogs } from '@/lib/dialogs';
import { type DepositDraft, emptyDraft, loadDraft, saveDraft } from './deposit-draft';
import { DepositForm } from './deposit-form';
import { DepositProgress } from './deposit-progress';
import { type DepositOrder, useDeposit } from './use-deposit';

/** Deposit into the vault (WAL-3). A reload comes back to the same place: the draft is kept in this tab, the rest is on chain. */
export function DepositDialog() {
  const t = useTranslations('wallet.deposit');
  const { address = null } = useConnection();
  const open = useDialogs((state) => state.open === 'deposit');
  const [stored, setStored] = useState<DepositDraft>(loadDraft);
  const draft =
    stored.account === null || address === null || stored.account === address ? stored : emptyDraft;
  const entry = useLedger((state) => state.entries.find(({ id }) => id === draft.depositId));
  // Kept here, not in the form: a deposit goes on while the dialog is closed.
  const deposit = useDeposit();

  const change = (next: Partial<DepositDraft>) => {
    const merged = { ...draft, account: address, open: true, ...next };
    setStored(merged);
    saveDraft(merged);
  };
  const close = () => {
    closeDialog('deposit');
    const settled = entry?.status === 'verified' || entry?.status === 'failed';
    change(settled ? { ...emptyDraft } : { open: false });
  };
  const start = async (order: DepositOrder) => {
    const depositId = await deposit.start(order);
    // What is stored now counts: the dialog may have been closed in the meantime.
    if (depositId) change({ depositId, open: loadDraft().open });
  };

  return (
    <Dialog open={open} onClose={close} title={t('title')} closeLabel={t('close')}>
      {entry ? (
        <DepositProgress
          entry={entry}
          onDone={close}
          onAgain={() => change({ ...emptyDraft, account: address, open: true })}
        />
      ) : (
        <DepositForm
          draft={draft}
          onChange={change}
          step={deposit.step}
          problem={deposit.problem}
          onStart={(order) => void start(order)}
        />
      )}
    </Dialog>
  );
}
