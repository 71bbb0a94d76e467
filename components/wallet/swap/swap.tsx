'use client';

import { useTranslations } from 'next-intl';
import { ListsGate } from '@/components/wallet/lists-gate';
import { PageLead } from '@/components/wallet/page-lead';
import { useLoggedInAccount } from '@/components/wallet/use-logged-in-account';
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
