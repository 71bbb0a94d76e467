import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { ExternalLink } from '@/components/ui/external-link';
import type { ChainMapping } from '@/lib/api/types';
import {
  awaitsCoSigners,
  explorerHash,
  isMissing,
  isSettled,
  type LedgerEntry,
} from '@/lib/wallet/transactions/ledger-entry';
import { WaitingApprovals, WaitingNote } from './pending-notes';

/** Lists the ledger's pending transactions, and the latest transaction even if it is settled. */
export function LatestTransactions<Entry extends LedgerEntry>({
  entries,
  chain,
  entryText,
  statusText,
}: {
  entries: readonly Entry[];
  chain: ChainMapping;
  /** Returns the description of a transaction. */
  entryText: (entry: Entry) => string;
  statusText: (entry: Entry) => string;
}) {
  const t = useTranslations('wallet.transfer');
  const { address } = useConnection();
  const textOf = (entry: Entry) =>
    isMissing(entry) ? t(`status.${awaitsCoSigners(entry) ? 'coSigners' : 'missing'}`) : statusText(entry);
  const linkOf = (entry: Entry) => {
    const hash = explorerHash(entry);
    return hash && <ExternalLink href={chain.browserTx + hash}>{t('explorer')}</ExternalLink>;
  };
  const shown = entries.filter((entry, index) => !isSettled(entry) || index === entries.length - 1);
  return (
    <div aria-live="polite" className="grid gap-4">
      <WaitingApprovals account={address} />
      {shown.length > 0 ? (
        <div className="grid gap-2 border-t border-line pt-4">
          <h3 className="text-sm text-muted">{t('latest')}</h3>
          <ul className="stage-list">
            {shown.toReversed().map((entry) => (
              <li key={entry.id} data-state={isSettled(entry) ? 'done' : 'current'}>
                {entry.status === 'failed' ? null : (
                  <span aria-hidden="true" className="stage-mark mt-1 self-start" />
                )}
                <div className="grid min-w-0 gap-3 text-sm">
                  <div className="grid">
                    <span className="figures wrap-anywhere">{entryText(entry)}</span>
                    <span className={entry.status === 'failed' ? 'text-error' : 'text-muted'}>
                      {textOf(entry)}
                    </span>
                    {linkOf(entry)}
                  </div>
                  <WaitingNote entry={entry} nativeSymbol={chain.nativeSymbol} />
                </div>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
