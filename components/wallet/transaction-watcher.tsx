'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useConnection } from 'wagmi';
import type { ApiError } from '@/lib/api/client';
import { useVerification } from '@/lib/api/use-verification';
import { type LedgerEntry, updateLedger, useLedger, watchLedger } from '@/lib/chain/transaction-ledger';
import { useFollowTransaction } from '@/lib/chain/use-follow-transaction';
import { notify } from '@/lib/notices';
import { useSession } from '@/lib/session';

const verifyPath: Record<LedgerEntry['kind'], string | null> = {
  approve: null,
  deposit: '/deposit/verifyTx',
};

function Follow({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet');
  const loggedIn = useSession((state) => state.token !== null);
  useFollowTransaction(entry);

  const path = entry.status === 'confirmed' && loggedIn ? verifyPath[entry.kind] : null;
  useVerification(path, { chainId: entry.chainId, txHash: entry.hash }, (refusal: ApiError | null) => {
    if (refusal === null) {
      updateLedger(entry.hash, { status: 'verified' });
      notify('success', t('notice.deposited'));
    } else if (refusal.code !== 401 && refusal.code !== 403 && refusal.code !== 1007) {
      updateLedger(entry.hash, { status: 'failed', reason: 'refused' });
      notify('error', refusal.message);
    }
  });
  return null;
}

/** Follows every unfinished transaction of the connected account, whichever dialog or reload began it. */
export function TransactionWatcher() {
  const { address } = useConnection();
  const entries = useLedger((state) => state.entries);
  useEffect(watchLedger, []);
  return entries
    .filter(({ account, status, kind }) => {
      const open = status === 'pending' || (status === 'confirmed' && verifyPath[kind] !== null);
      return open && account === address;
    })
    .map((entry) => <Follow key={entry.hash} entry={entry} />);
}
