import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { WaitingNote } from '@/components/wallet/pending/pending-notes';
import { useChainMapping } from '@/lib/api/hooks';
import { formatAmount } from '@/lib/format/amount';
import { isSettled, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/** Progress of a sent transaction, read from the ledger. */
export function TransferProgress({
  entry,
  stages,
  reached,
  failure,
  againLabel,
  isUnique = false,
  mayCloseText,
  onDone,
  onAgain,
  children,
}: {
  entry: LedgerEntry;
  /** Stages in order, each with the text to show before and after the stage is reached. */
  stages: readonly { ahead: string; done: string }[];
  /** Index of the last stage that was reached, or -1 if none was. */
  reached: number;
  /** Reason that the transaction failed, or null if it didn't fail. */
  failure: string | null;
  againLabel: string;
  /** Whether the transferred item is unique. If so, no second transfer is offered while one is pending. */
  isUnique?: boolean;
  mayCloseText: string;
  onDone: () => void;
  onAgain: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations('wallet.transfer');
  const locale = useLocale();
  const { data: chains = [] } = useChainMapping();
  const amount = useRef<HTMLDivElement>(null);
  // If the focused button was removed, move focus to the amount.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) amount.current?.focus();
  }, []);
  const chain = chains.find(({ id }) => id === entry.chainId);
  const isDone = isSettled(entry) && failure === null;

  return (
    <div className="grid gap-5">
      <div ref={amount} tabIndex={-1} className="text-2xl tabular-nums wrap-anywhere outline-none">
        {isUnique && entry.amountRaw === '1' ? (
          entry.symbol
        ) : (
          <>
            {formatAmount(BigInt(entry.amountRaw), entry.decimals, locale, 18)}{' '}
            <span className="text-base text-muted">{entry.symbol}</span>
          </>
        )}
      </div>
      {children}
      {failure ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {failure}
        </p>
      ) : (
        <ol className="stage-list" aria-live="polite">
          {stages.map(({ ahead, done }, index) => (
            <li
              key={ahead}
              data-state={index <= reached ? 'done' : index === reached + 1 ? 'current' : 'ahead'}
            >
              <span aria-hidden="true" className="stage-mark" />
              {index <= reached ? done : ahead}
            </li>
          ))}
        </ol>
      )}
      <WaitingNote entry={entry} nativeSymbol={chain?.nativeSymbol ?? ''} />
      {chain && entry.hash ? (
        <ExternalLink href={`${chain.browserTx}${entry.hash}`}>{t('explorer')}</ExternalLink>
      ) : null}
      {isDone ? (
        <Button variant="signal" onClick={onDone}>
          {t('done')}
        </Button>
      ) : null}
      {failure ? (
        <Button variant="signal" onClick={onAgain}>
          {againLabel}
        </Button>
      ) : null}
      {entry.status === 'pending' && !isUnique ? (
        <Button variant="plain" onClick={onAgain}>
          {againLabel}
        </Button>
      ) : null}
      {failure || isDone ? null : <p className="text-xs text-muted">{mayCloseText}</p>}
    </div>
  );
}
