import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { type LedgerEntry, waitingSince } from '@/lib/wallet/transactions/ledger-entry';
import { TRANSACTION_STUCK_AFTER_MS } from '@/lib/wallet-constants';
import { ReplacementOffer } from './replacement-offer';

/** Whether a time, in ms since the epoch, has come. */
function useHasCome(time: number): boolean {
  const [hasCome, setCome] = useState(() => Date.now() >= time);
  useEffect(() => {
    const timer = setTimeout(() => setCome(true), Math.max(time - Date.now(), 0));
    return () => clearTimeout(timer);
  }, [time]);
  return hasCome;
}

function Waiting({ entry, nativeSymbol }: { entry: LedgerEntry; nativeSymbol: string }) {
  const t = useTranslations('wallet.pending');
  const isStuck = useHasCome(waitingSince(entry) + TRANSACTION_STUCK_AFTER_MS);
  const last = entry.replacements?.at(-1);
  if (!last && !isStuck) return null;
  return (
    <div className="grid gap-3 border-s-2 border-warning ps-3 text-sm">
      {last ? <p>{t(`sent.${last.kind}`)}</p> : null}
      {isStuck ? <p>{t('stuck')}</p> : null}
      {isStuck && !entry.batch ? <ReplacementOffer entry={entry} nativeSymbol={nativeSymbol} /> : null}
    </div>
  );
}

/** Of a transaction that waits: what was sent in its place, and once it waits longer than usual the ways out (WAL-16), which only the wallet has for a batch. */
export function WaitingNote({ entry, nativeSymbol }: { entry: LedgerEntry; nativeSymbol: string }) {
  if (entry.status !== 'pending') return null;
  return (
    <div aria-live="polite" className="empty:hidden">
      <Waiting key={entry.hash} entry={entry} nativeSymbol={nativeSymbol} />
    </div>
  );
}
