'use client';

import { useTranslations } from 'next-intl';
import { ListsGate } from '@/components/wallet/shell/lists-gate';
import { PageLead } from '@/components/wallet/shell/page-lead';
import { useLoggedInAccount } from '@/components/wallet/shell/use-logged-in-account';
import { SwapDesk } from './swap-desk';

/** Swaps (WAL-5): one listed token for another through the pools of each network's router. */
export function Swap() {
  const t = useTranslations('wallet.swap');
  const account = useLoggedInAccount();
  return (
    <div className="grid gap-10">
      <PageLead lead={t('lead')} />
      <ListsGate>{(lists) => <SwapDesk {...lists} account={account} />}</ListsGate>
    </div>
  );
}
