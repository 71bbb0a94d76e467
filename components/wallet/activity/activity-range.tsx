import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import type { ChainMapping } from '@/lib/api/types';
import type { ChainPart } from '@/lib/wallet/activity/use-chain-activity';
import type { NativePasts } from '@/lib/wallet/incoming/use-native-past';

/**
 * Shows how far back each network was scanned, names the networks that didn't respond, and offers a button to scan
 * further back.
 */
export function ActivityRange({
  parts,
  past,
  chains,
  hasRows,
  onFurther,
}: {
  parts: readonly ChainPart[];
  past: NativePasts;
  chains: readonly ChainMapping[];
  /** Whether the list shows any transactions. */
  hasRows: boolean;
  onFurther: () => void;
}) {
  const t = useTranslations('wallet.activity');
  const format = useFormatter();
  const nameOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
  const unread = parts.filter(({ isFailed }) => isFailed);
  const failed = [...new Set([...unread.map(({ chainId }) => chainId), ...past.failed])];
  const hasFurther =
    parts.some(({ data }) => data && data.reached > 0n) ||
    past.found.some(({ reached, isPruned }) => reached > 0n && !isPruned);
  const isReading = past.isSearching || parts.some((part) => part.isReading);
  return (
    <div aria-busy={isReading} className="grid gap-4 text-sm text-muted">
      {failed.length > 0 ? (
        <div className="text-ink">
          <ReadFailure
            chainIds={failed}
            shown={hasRows ? 'part' : 'nothing'}
            message={t('chainFailed', {
              networks: format.list(failed.map(nameOf)),
            })}
            retryLabel={t('retry')}
            onRetry={() => void Promise.all([past.retry(), ...unread.map(({ refetch }) => refetch())])}
          />
        </div>
      ) : null}
      <ul className="grid gap-1">
        {parts.flatMap(({ chainId, data, isReading }) => {
          const network = nameOf(chainId);
          const reached = !data
            ? isReading
              ? t('reading', { network })
              : null
            : data.reached === 0n
              ? t('reachedAll', { network })
              : t('reached', {
                  network,
                  date: format.dateTime(new Date(data.reachedAt), { dateStyle: 'medium' }),
                });
          return reached === null ? [] : [<li key={chainId}>{reached}</li>];
        })}
        {past.found.flatMap(({ chainId, reached, reachedAt, isPruned }) => {
          const symbol = chains.find(({ id }) => id === chainId)?.nativeSymbol;
          if (reached === 0n || symbol === undefined) return [];
          const date = format.dateTime(new Date(reachedAt), { dateStyle: 'medium' });
          const values = { network: nameOf(chainId), symbol, date };
          return [
            <li key={`native ${chainId}`}>{t(isPruned ? 'nativePruned' : 'nativeReached', values)}</li>,
          ];
        })}
      </ul>
      {hasFurther ? (
        <div>
          {/* The button is not disabled while busy, because a disabled button would lose focus. */}
          <Button
            size="small"
            aria-disabled={isReading}
            onClick={() => {
              if (!isReading) onFurther();
            }}
          >
            {t('further')}
          </Button>
        </div>
      ) : null}
      <p className="measure">{t('nativeNote')}</p>
      <p className="measure">{t('exportNote')}</p>
    </div>
  );
}
