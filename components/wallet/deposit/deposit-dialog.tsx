'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { useLedger } from '@/lib/chain/transaction-ledger';
import { closeDialog, useDialogs } from '@/lib/dialogs';
import { type DepositDraft, emptyDraft, loadDraft, saveDraft } from './deposit-draft';
import { DepositForm } from './deposit-form';
import { DepositProgress } from './deposit-progress';

/** Deposit into the vault (WAL-3). A reload comes back to the same place: the draft is kept in this tab, the rest is on chain. */
export function DepositDialog() {
  const t = useTranslations('wallet.deposit');
  const open = useDialogs((state) => state.open === 'deposit');
  const [draft, setDraft] = useState<DepositDraft>(loadDraft);
  const entry = useLedger((state) => state.entries.find(({ hash }) => hash === draft.hash));

  const change = (next: Partial<DepositDraft>) => {
    const merged = { ...draft, open: true, ...next };
    setDraft(merged);
    saveDraft(merged);
  };
  const close = () => {
    closeDialog('deposit');
    const settled = entry?.status === 'verified' || entry?.status === 'failed';
    change(settled ? { ...emptyDraft } : { open: false });
  };

  return (
    <Dialog open={open} onClose={close} title={t('title')} closeLabel={t('close')}>
      {entry ? (
        <DepositProgress entry={entry} onDone={close} onAgain={() => change({ ...emptyDraft, open: true })} />
      ) : (
        <DepositForm draft={draft} onChange={change} />
      )}
    </Dialog>
  );
}
