import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { Address } from 'viem';
import { WaitingApprovals } from '@/components/wallet/pending/pending-notes';
import type { ChainErrorCode } from '@/lib/evm/errors';
import { useAttempts } from '@/lib/wallet/transactions/attempts';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { TransactionKind } from '@/lib/wallet/transactions/transaction-kinds';

/** Warning that the wallet may still have an open request of this kind, whose result is unknown. */
export function AttemptNote({
  kind,
  account,
  text,
}: {
  kind: TransactionKind;
  account: Address | undefined;
  text: string;
}) {
  const isOpenInWallet = useAttempts((state) =>
    state.entries.some((entry) => entry.kind === kind && entry.account === account),
  );
  return isOpenInWallet ? <p className="border-s-2 border-warning ps-3 text-sm">{text}</p> : null;
}

/** Status before a transaction is sent: an open wallet request, the last error, and the current step. */
export function TransferStatus({
  kind,
  account,
  busy,
  problem,
  attemptText,
  stepText,
}: {
  kind: TransactionKind;
  account: Address | undefined;
  busy: boolean;
  problem: ChainErrorCode | null;
  attemptText: string;
  stepText: string;
}) {
  const errors = useTranslations('wallet.errors');
  const status = useRef<HTMLParagraphElement>(null);
  // On a phone, the status may be hidden behind the button that was pressed, so scroll it into view.
  useEffect(() => {
    if (problem !== null || stepText !== '') status.current?.scrollIntoView({ block: 'nearest' });
  }, [problem, stepText]);
  return (
    <>
      {busy ? null : <AttemptNote kind={kind} account={account} text={attemptText} />}
      {problem ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {errors(problem)}
        </p>
      ) : null}
      <WaitingApprovals account={account} />
      <p ref={status} role="status" className="min-h-6 scroll-mb-8 text-sm text-muted">
        {stepText}
      </p>
    </>
  );
}

/** Returns the message key for an on-chain failure, or null for any other failure. */
export function failureKey({
  reason,
}: LedgerEntry): 'reverted' | 'dropped' | 'cancelled' | 'otherChain' | null {
  const known = ['reverted', 'dropped', 'cancelled', 'otherChain'] as const;
  return known.find((candidate) => candidate === reason) ?? null;
}
