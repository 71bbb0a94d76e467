'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { useConnection } from 'wagmi';
import { isOnSheet, openEntry } from '@/components/wallet/transaction-sheet/sheet';
import { isEmptyPayment, useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ApiError } from '@/lib/api/client';
import { activityKey, useChainMapping } from '@/lib/api/hooks';
import { useVerification } from '@/lib/api/use-verification';
import { notify } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { type Attempt, useAttempts, watchAttempts } from '@/lib/wallet/transactions/attempts';
import { isSettled, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { settledAmount } from '@/lib/wallet/transactions/settled-amounts';
import type { TransactionEnd } from '@/lib/wallet/transactions/transaction-end';
import { isVerifiedKind, type VerifiedKind } from '@/lib/wallet/transactions/transaction-kinds';
import { updateLedger, useLedger, watchLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useFollowBatch, useFollowTransaction } from '@/lib/wallet/transactions/use-follow-transaction';
import { useRecoverAttempt } from '@/lib/wallet/transactions/use-recover-attempt';
import { isMined, type MinedEntry, useReorganizations } from '@/lib/wallet/transactions/use-reorganizations';
import { useExplorerLink } from './wallet-link';

/**
 * React hook that returns a function to show a toast with the result of a settled transaction, unless the transaction
 * sheet shows it.
 */
function useResultToast({ id, kind, chainId }: LedgerEntry): (result: LedgerEntry) => void {
  const t = useTranslations('wallet.sheet');
  const resultText = useResultText();
  const link = useExplorerLink(chainId);
  return (result) => {
    if (kind === 'approve' || isOnSheet(id)) return;
    const type = result.status === 'failed' ? 'error' : isEmptyPayment(result) ? 'warning' : 'success';
    const action = { label: t('show'), onPress: () => openEntry(id) };
    notify(type, resultText(result), link(result.hash), action);
  };
}

/** React hook that returns a function to record what arrived in a transaction, and to show its result. */
function useEnd(entry: LedgerEntry): (end: TransactionEnd) => void {
  const showResult = useResultToast(entry);
  return (end) => {
    if (end.status === 'failed') {
      showResult({ ...entry, ...end });
      return;
    }
    const { logs, transactionHash: hash } = end.receipt;
    const arrived = settledAmount(logs, entry);
    const received = arrived === null ? {} : { receivedRaw: arrived.toString() };
    // Recorded in the ledger, because the toast disappears.
    if (arrived !== null) updateLedger(entry.id, received);
    if (!isVerifiedKind(entry.kind)) showResult({ ...entry, ...received, status: 'confirmed', hash });
  };
}

/**
 * React hook that returns a function to warn the user that the wallet sent a transaction on a different chain than it
 * reported.
 */
function useWrongChainToast({ chainId }: LedgerEntry): (foundOn: number) => void {
  const t = useTranslations('wallet');
  const { data: chains = [] } = useChainMapping();
  const nameOf = (wanted: number) => chains.find(({ id }) => id === wanted)?.name ?? String(wanted);
  return (foundOn) =>
    notify('warning', t('notice.strayed', { there: nameOf(foundOn), said: nameOf(chainId) }));
}

const verifyPath: Record<VerifiedKind, string> = {
  deposit: '/deposit/verifyTx',
  contribute: '/presale/verifyTx',
  pledge: '/pledge/verifyTx',
};
/** Error codes that end the session. The verification then waits for the next sign-in. */
const logoutCodes = [401, 403, 1007];

function Follow({ entry }: { entry: LedgerEntry }) {
  const { id, hash, chainId, account, status, kind } = entry;
  // The server credits a transaction only while the account that sent it is signed in.
  const mayVerify = useSession((state) => state.token !== null && state.account === account);
  const showResult = useResultToast(entry);
  const end = useEnd(entry);
  useFollowBatch(entry, end);
  useFollowTransaction(entry, end, useWrongChainToast(entry));

  const path = status === 'confirmed' && mayVerify && isVerifiedKind(kind) ? verifyPath[kind] : null;
  useVerification(hash && path, { chainId, txHash: hash ?? '' }, (apiError: ApiError | null) => {
    if (apiError === null) {
      updateLedger(id, { status: 'verified' });
      showResult({ ...entry, status: 'verified' });
    } else if (!logoutCodes.includes(apiError.code)) {
      updateLedger(id, { status: 'failed', reason: 'refused' });
      notify('error', apiError.message);
    }
  });
  return null;
}

/** Watches the blocks of a chain's mined transactions, and reports those that a reorganization removed. */
function WatchBlocks({ chainId, entries }: { chainId: number; entries: readonly MinedEntry[] }) {
  const t = useTranslations('wallet');
  const queries = useQueryClient();
  const { mutate } = useSWRConfig();
  useReorganizations(chainId, entries, (reopened) => {
    // Balances and the server's credits have changed, too.
    void queries.invalidateQueries();
    void mutate(activityKey(useSession.getState().token));
    const unseen = reopened.filter(({ id, kind }) => kind !== 'approve' && !isOnSheet(id));
    const [first] = unseen;
    if (!first) return;
    if (unseen.length > 1) notify('warning', t('notice.reorganized', { count: unseen.length }));
    else
      notify(
        'warning',
        t(`pending.reorganized.${isVerifiedKind(first.kind) ? 'credited' : 'confirmed'}`),
        undefined,
        {
          label: t('sheet.show'),
          onPress: () => openEntry(first.id),
        },
      );
  });
  return null;
}

function Recover({ attempt }: { attempt: Attempt }) {
  useRecoverAttempt(attempt);
  return null;
}

/** Tracks all unsettled transactions of the connected account, independently of any dialog and across reloads. */
export function TransactionWatcher() {
  const { address } = useConnection();
  const entries = useLedger((state) => state.entries);
  const attempts = useAttempts((state) => state.entries);
  useEffect(watchLedger, []);
  useEffect(watchAttempts, []);
  const mined = entries.filter((entry) => entry.account === address).filter(isMined);
  return (
    <>
      {[...new Set(mined.map(({ chainId }) => chainId))].map((chainId) => (
        <WatchBlocks
          key={chainId}
          chainId={chainId}
          entries={mined.filter((entry) => entry.chainId === chainId)}
        />
      ))}
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
