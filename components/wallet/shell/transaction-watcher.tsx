'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { TransactionReceipt } from 'viem';
import { useConnection } from 'wagmi';
import type { ApiError } from '@/lib/api/client';
import { useChainMapping } from '@/lib/api/hooks';
import { useVerification } from '@/lib/api/use-verification';
import { notify } from '@/lib/browser/notices';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { useSession } from '@/lib/session/session';
import { receivedAmount } from '@/lib/wallet/swap/find-swaps';
import { claimedTokens } from '@/lib/wallet/tokens/custom-tokens';
import { type Attempt, useAttempts, watchAttempts } from '@/lib/wallet/transactions/attempts';
import { isSettled, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { paidAmount, withdrawnAmount } from '@/lib/wallet/transactions/settled-amounts';
import type { TransactionEnd } from '@/lib/wallet/transactions/transaction-end';
import {
  isPledgeKind,
  isPresaleKind,
  isStakingKind,
  isVerifiedKind,
  type VerifiedKind,
} from '@/lib/wallet/transactions/transaction-kinds';
import { updateLedger, useLedger, watchLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useFollowBatch, useFollowTransaction } from '@/lib/wallet/transactions/use-follow-transaction';
import { useRecoverAttempt } from '@/lib/wallet/transactions/use-recover-attempt';
import { useExplorerLink } from './wallet-link';

/**
 * React hook that returns a function to get the message about a transaction's result, or null if the result is shown
 * elsewhere.
 */
function useResultText(entry: LedgerEntry): (receipt: TransactionReceipt) => string | null {
  const t = useTranslations('wallet');
  const locale = useLocale();
  const { id, kind, recipient, spender, amountRaw, decimals, symbol, trade } = entry;
  const text = (baseUnits: bigint) => formatAmount(baseUnits, decimals, locale, decimals);
  return ({ logs }) => {
    if (kind === 'revoke' && spender)
      return t('approvals.done', { token: symbol, spender: shortAddress(spender) });
    if (kind === 'transferNft' && recipient)
      return t('nfts.done', { name: symbol, address: shortAddress(recipient) });
    if (isStakingKind(kind)) return t(`stake.done.${kind}`, { amount: text(BigInt(amountRaw)), symbol });
    if (kind === 'refund') return t('presale.done.refund', { amount: text(BigInt(amountRaw)), symbol });
    if (kind === 'claimVested') {
      // By the time a claim is confirmed, more tokens have vested than were shown.
      const claimed = claimedTokens(logs, entry) ?? BigInt(amountRaw);
      return t('presale.done.claimVested', { amount: text(claimed), symbol });
    }
    if (kind === 'redeem' || kind === 'exitEarly')
      return t(`pledge.done.${kind}`, { amount: text(BigInt(amountRaw)), symbol });
    if (kind === 'swap' && trade) {
      const received = receivedAmount(logs, entry);
      if (received === null) return t('swap.doneUntold');
      // Save the received amount in the ledger, because the toast disappears.
      updateLedger(id, { receivedRaw: received.toString() });
      return t('swap.done', {
        amount: text(BigInt(amountRaw)),
        symbol,
        received: formatAmount(received, trade.decimals, locale),
        bought: trade.symbol,
      });
    }
    if (kind === 'send' && recipient) {
      const arrived = paidAmount(logs, entry);
      updateLedger(id, { receivedRaw: arrived.toString() });
      const paid = { amount: text(arrived), symbol, address: shortAddress(recipient) };
      return t(arrived > 0n ? 'pay.done' : 'pay.nothingMoved', paid);
    }
    if (kind !== 'withdraw') return null;
    const arrived = withdrawnAmount(logs, entry);
    if (arrived === null || !recipient) return t('notice.withdrawalConfirmed');
    return t('notice.withdrawn', { amount: text(arrived), symbol, address: shortAddress(recipient) });
  };
}

/**
 * React hook that returns a function to show a toast with a transaction's result and an explorer link, unless another
 * component shows the result.
 */
function useTransactionToasts(entry: LedgerEntry): (end: TransactionEnd) => void {
  const t = useTranslations('wallet');
  const resultText = useResultText(entry);
  const { kind, chainId, hash } = entry;
  const link = useExplorerLink(chainId);
  return (end) => {
    if (end.status === 'confirmed') {
      const text = resultText(end.receipt);
      const isEmptyTransfer = kind === 'send' && paidAmount(end.receipt.logs, entry) === 0n;
      if (text !== null)
        notify(isEmptyTransfer ? 'warning' : 'success', text, link(end.receipt.transactionHash));
    } else if (kind === 'revoke') notify('error', t(`approvals.failed.${end.reason}`), link(hash));
    else if (isStakingKind(kind) || isPledgeKind(kind) || kind === 'transferNft' || kind === 'send')
      notify('error', t(`transfer.failed.${end.reason}`), link(hash));
    else if (isPresaleKind(kind)) notify('error', t(`presale.failed.${end.reason}`), link(hash));
    else if (kind === 'swap') notify('error', t(`swap.failed.${end.reason}`), link(hash));
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
  const t = useTranslations('wallet');
  const locale = useLocale();
  const { id, hash, chainId, account, status, kind, amountRaw, decimals, symbol } = entry;
  const link = useExplorerLink(chainId);
  // The server credits a transaction only while the account that sent it is signed in.
  const mayVerify = useSession((state) => state.token !== null && state.account === account);
  const showEndToast = useTransactionToasts(entry);
  useFollowBatch(entry, showEndToast);
  useFollowTransaction(entry, showEndToast, useWrongChainToast(entry));

  const path = status === 'confirmed' && mayVerify && isVerifiedKind(kind) ? verifyPath[kind] : null;
  useVerification(hash && path, { chainId, txHash: hash ?? '' }, (apiError: ApiError | null) => {
    if (apiError === null) {
      updateLedger(id, { status: 'verified' });
      const amount = formatAmount(BigInt(amountRaw), decimals, locale, decimals);
      if (kind === 'contribute')
        notify('success', t('presale.done.contribute', { amount, symbol }), link(hash));
      else if (kind === 'pledge') notify('success', t('pledge.done.pledge', { amount, symbol }), link(hash));
      else notify('success', t('notice.deposited'));
    } else if (!logoutCodes.includes(apiError.code)) {
      updateLedger(id, { status: 'failed', reason: 'refused' });
      notify('error', apiError.message);
    }
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
