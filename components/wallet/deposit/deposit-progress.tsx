import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { formatAmount } from '@/lib/amount';
import { useChainMapping } from '@/lib/api/hooks';
import type { LedgerEntry } from '@/lib/chain/ledger-entry';

const stages = ['pending', 'confirmed', 'verified'] as const;
const reachedByStatus = { failed: -1, pending: 0, confirmed: 1, verified: 2 } as const;

/** Where a sent deposit stands, as the ledger tells it. */
export function DepositProgress({
  entry,
  onDone,
  onAgain,
}: {
  entry: LedgerEntry;
  onDone: () => void;
  onAgain: () => void;
}) {
  const t = useTranslations('wallet.deposit');
  const locale = useLocale();
  const { data: chains = [] } = useChainMapping();
  const chain = chains.find(({ id }) => id === entry.chainId);
  const failed = entry.status === 'failed';
  const reached = reachedByStatus[entry.status];

  return (
    <div className="grid gap-5">
      <p className="text-2xl tabular-nums">
        {formatAmount(BigInt(entry.amountRaw), entry.decimals, locale, 18)}{' '}
        <span className="text-base text-muted">{entry.symbol}</span>
      </p>
      {failed ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {t(
            `failed.${entry.reason === 'reverted' || entry.reason === 'dropped' || entry.reason === 'cancelled' ? entry.reason : 'refused'}`,
          )}
        </p>
      ) : (
        <ol className="stage-list" aria-live="polite">
          {stages.map((stage, index) => (
            <li
              key={stage}
              data-state={index <= reached ? 'done' : index === reached + 1 ? 'current' : 'ahead'}
            >
              <span aria-hidden="true" className="stage-mark" />
              {t(index <= reached ? `stageDone.${stage}` : `stage.${stage}`)}
            </li>
          ))}
        </ol>
      )}
      {chain ? <ExternalLink href={`${chain.browserTx}${entry.hash}`}>{t('explorer')}</ExternalLink> : null}
      {entry.status === 'verified' ? (
        <Button variant="signal" onClick={onDone}>
          {t('done')}
        </Button>
      ) : null}
      {failed ? (
        <Button variant="signal" onClick={onAgain}>
          {t('again')}
        </Button>
      ) : null}
      {entry.status === 'pending' ? (
        <Button variant="plain" onClick={onAgain}>
          {t('again')}
        </Button>
      ) : null}
      {reached >= 0 && entry.status !== 'verified' ? (
        <p className="text-xs text-muted">{t('mayClose')}</p>
      ) : null}
    </div>
  );
}
