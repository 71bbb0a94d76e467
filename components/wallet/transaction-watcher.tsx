'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useConnection } from 'wagmi';
import type { ApiError } from '@/lib/api/client';
import { useVerification } from '@/lib/api/use-verification';
import { type DepositAttempt, useAttempts, watchAttempts } from '@/lib/chain/deposit-attempts';
import type { LedgerEntry } from '@/lib/chain/ledger-entry';
import { updateLedger, useLedger, watchLedger } from '@/lib/chain/transaction-ledger';
import { useFollowTransaction } from '@/lib/chain/use-follow-transaction';
import { useRecoverDeposit } from '@/lib/chain/use-recover-deposit';
import { notify } from '@/lib/notices';
import { useSession } from '@/lib/session';

const verifyPath: Record<LedgerEntry['kind'], string | null> = {
  approve: null,
  deposit: '/deposit/verifyTx',
};
/** Refusals that end the session: the deposit waits for the next login. */
const logoutCodes = [401, 403, 1007];

function Follow({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet');
  const { id, hash, chainId, account, status, kind } = entry;
  // Only its owner's login can have it credited.
  const mayVerify = useSession((state) => state.token !== null && state.account === account);
  useFollowTransaction(entry);

  const path = status === 'confirmed' && mayVerify ? verifyPath[kind] : null;
  useVerification(path, { chainId, txHash: hash }, (refusal: ApiError | null) => {
    if (refusal === null) {
      updateLedger(id, { status: 'verified' });
      notify('success', t('notice.deposited'));
    } else if (!logoutCodes.includes(refusal.code)) {
      updateLedger(id, { status: 'failed', reason: 'refused' });
      notify('error', refusal.message);
    }
  });
  return null;
}

function Recover({ attempt }: { attempt: DepositAttempt }) {
  useRecoverDeposit(attempt);
  return null;
}

/** Follows every unfinished transaction of the connected account, whichever dialog or reload began it. */
export function TransactionWatcher() {
  const { address } = useConnection();
  const entries = useLedger((state) => state.entries);
  const attempts = useAttempts((state) => state.entries);
  useEffect(watchLedger, []);
  useEffect(watchAttempts, []);
  const isOpen = ({ status, kind }: LedgerEntry) =>
    status === 'pending' || (status === 'confirmed' && verifyPath[kind] !== null);
  return (
    <>
      {entries
        .filter((entry) => entry.account === address && isOpen(entry))
        .map((entry) => (
          <Follow key={entry.id} entry={entry} />
        ))}
      {attempts
        .filter(({ account }) => account === address)
        .map((attempt) => (
          <Recover key={attempt.id} attempt={attempt} />
        ))}
    </>
  );
}
