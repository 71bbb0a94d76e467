'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { useConnection } from 'wagmi';
import { useExplorerLink } from '@/components/wallet/frame/wallet-link';
import { isOnSheet, openEntry } from '@/components/wallet/transaction-sheet/sheet';
import { isEmptyPayment, useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ApiError } from '@/lib/api/client';
import { activityKey, useChainMapping } from '@/lib/api/hooks';
import { useVerification } from '@/lib/api/use-verification';
import { notify } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { isOpen, isSettled, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { isVerifiedKind, type VerifiedKind } from '@/lib/wallet/transactions/transaction-kinds';
import {
  findEntry,
  updateLedger,
  useDeclined,
  useLedger,
  watchDeclined,
  watchLedger,
} from '@/lib/wallet/transactions/transaction-ledger';
import { isMined, type MinedEntry, useReorganizations } from '@/lib/wallet/transactions/use-reorganizations';
import { useTrackTransaction } from '@/lib/wallet/transactions/use-track-transaction';

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
    const isWarned = result.isAltered === true || isEmptyPayment(result);
    const type = result.status === 'failed' ? 'error' : isWarned ? 'warning' : 'success';
    const action = { label: t('show'), onPress: () => openEntry(id) };
    notify(type, resultText(result), link(result.hash), action);
  };
}

/**
 * React hook that returns a function to warn the user that the wallet sent a transaction on a different chain than it
 * reported.
 */
function useWrongChainToast({ id }: LedgerEntry): (foundOn: number) => void {
  const t = useTranslations('wallet');
  const { data: chains = [] } = useChainMapping();
  const nameOf = (wanted: number) => chains.find(({ id }) => id === wanted)?.name ?? String(wanted);
  return (foundOn) => {
    // The entry is on the actual chain by now.
    const requested = findEntry(id)?.requestedChainId ?? foundOn;
    notify('warning', t('notice.wrongChain', { there: nameOf(foundOn), said: nameOf(requested) }));
  };
}

const verifyPath: Record<VerifiedKind, string> = {
  deposit: '/deposit/verifyTx',
  contribute: '/presale/verifyTx',
  pledge: '/pledge/verifyTx',
};
/** Error codes that end the session. The verification then waits for the next sign-in. */
const logoutCodes = [401, 403, 1007];

/** Looks for a transaction on chain until its outcome is known, and shows the outcome. */
function Track({ entry }: { entry: LedgerEntry }) {
  const { id } = entry;
  const t = useTranslations('wallet.pending');
  const sheet = useTranslations('wallet.sheet');
  const showResult = useResultToast(entry);
  useTrackTransaction(entry, {
    onOutcome: () => {
      const ended = findEntry(id);
      // The server verifies the other kinds first.
      if (ended && (ended.status === 'failed' || !isVerifiedKind(ended.kind))) showResult(ended);
    },
    onWrongChain: useWrongChainToast(entry),
    onSecond: ({ kind, hash }) => {
      const action = { label: sheet('show'), onPress: () => openEntry(kind === 'cancel' ? id : hash) };
      notify('warning', t(kind === 'cancel' ? 'notCancelled' : 'second'), undefined, action);
    },
  });
  return null;
}

/** Has the server verify a confirmed transaction. */
function Verify({ entry }: { entry: LedgerEntry }) {
  const { id, hash, chainId, account, status, kind } = entry;
  // The server credits a transaction only while the account that sent it is signed in.
  const mayVerify = useSession((state) => state.token !== null && state.account === account);
  const showResult = useResultToast(entry);
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

/**
 * Has the server record a confirmed transfer between vault balances, while its block is watched. Unlike a credit, the
 * record changes nothing for the user, so nothing is shown, also if the server refuses it.
 */
function RecordTransfer({ entry: { hash, chainId, account } }: { entry: LedgerEntry }) {
  const maySend = useSession((state) => state.token !== null && state.account === account);
  useVerification(hash && maySend ? '/transfer/verifyTx' : null, { chainId, txHash: hash ?? '' }, () => {});
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

/**
 * Tracks all unsettled transactions of the accounts that the wallet exposes, independently of any dialog and across reloads. A
 * DApp may use another one than the site.
 */
export function TransactionWatcher() {
  const { addresses = [] } = useConnection();
  const entries = useLedger((state) => state.entries);
  const declined = useDeclined((state) => state.entries);
  useEffect(watchLedger, []);
  useEffect(watchDeclined, []);
  const own = entries.filter(({ account }) => addresses.includes(account));
  const mined = own.filter(isMined);
  const tracked = [...own.filter(isOpen), ...declined.filter(({ account }) => addresses.includes(account))];
  return (
    <>
      {[...new Set(mined.map(({ chainId }) => chainId))].map((chainId) => (
        <WatchBlocks
          key={chainId}
          chainId={chainId}
          entries={mined.filter((entry) => entry.chainId === chainId)}
        />
      ))}
      {tracked.map((entry) => (
        <Track key={entry.id} entry={entry} />
      ))}
      {own
        .filter((entry) => entry.status === 'confirmed' && !isSettled(entry))
        .map((entry) => (
          <Verify key={entry.id} entry={entry} />
        ))}
      {mined
        .filter(({ kind, status }) => kind === 'sendBalance' && status === 'confirmed')
        .map((entry) => (
          <RecordTransfer key={entry.id} entry={entry} />
        ))}
    </>
  );
}
