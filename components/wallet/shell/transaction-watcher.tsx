'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useConnection } from 'wagmi';
import type { ApiError } from '@/lib/api/client';
import { useVerification } from '@/lib/api/use-verification';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import { useSession } from '@/lib/session/session';
import { type Attempt, useAttempts, watchAttempts } from '@/lib/wallet/transactions/attempts';
import {
  isSettled,
  isVerifiedKind,
  type LedgerEntry,
  type VerifiedKind,
} from '@/lib/wallet/transactions/ledger-entry';
import { updateLedger, useLedger, watchLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useFollowBatch, useFollowTransaction } from '@/lib/wallet/transactions/use-follow-transaction';
import { useRecoverAttempt } from '@/lib/wallet/transactions/use-recover-attempt';
import { useExplorerLink } from './use-explorer-link';
import { useTellEnd } from './use-tell-end';
import { useTellStray } from './use-tell-stray';

const verifyPath: Record<VerifiedKind, string> = {
  deposit: '/deposit/verifyTx',
  contribute: '/presale/verifyTx',
  pledge: '/pledge/verifyTx',
};
/** Refusals that end the session: the verification waits for the next login. */
const logoutCodes = [401, 403, 1007];

function Follow({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet');
  const locale = useLocale();
  const { id, hash, chainId, account, status, kind, amountRaw, decimals, symbol } = entry;
  const link = useExplorerLink(chainId);
  // Only its owner's login can have it credited.
  const mayVerify = useSession((state) => state.token !== null && state.account === account);
  const tellEnd = useTellEnd(entry);
  useFollowBatch(entry, tellEnd);
  useFollowTransaction(entry, tellEnd, useTellStray(entry));

  const path = status === 'confirmed' && mayVerify && isVerifiedKind(kind) ? verifyPath[kind] : null;
  useVerification(hash && path, { chainId, txHash: hash ?? '' }, (refusal: ApiError | null) => {
    if (refusal === null) {
      updateLedger(id, { status: 'verified' });
      const amount = formatAmount(BigInt(amountRaw), decimals, locale, decimals);
      if (kind === 'contribute')
        notify('success', t('presale.done.contribute', { amount, symbol }), link(hash));
      else if (kind === 'pledge') notify('success', t('pledge.done.pledge', { amount, symbol }), link(hash));
      else notify('success', t('notice.deposited'));
    } else if (!logoutCodes.includes(refusal.code)) {
      updateLedger(id, { status: 'failed', reason: 'refused' });
      notify('error', refusal.message);
    }
  });
  return null;
}

function Recover({ attempt }: { attempt: Attempt }) {
  useRecoverAttempt(attempt);
  return null;
}

/** Follows every unfinished transaction of the connected account, whichever dialog or reload began it. */
export function TransactionWatcher() {
  const { address } = useConnection();
  const entries = useLedger((state) => state.entries);
  const attempts = useAttempts((state) => state.entries);
  useEffect(watchLedger, []);
  useEffect(watchAttempts, []);
  return (
    <>
      {entries
        .filter((entry) => entry.account === address && !isSettled(entry))
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
