import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { Bar, RowSkeletons } from '@/components/wallet/display/skeleton';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { PendingList } from '@/components/wallet/transaction-sheet/pending-notes';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { formatAmount } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import type { Move } from '@/lib/wallet/activity/activity-row';
import { groupByDay } from '@/lib/wallet/activity/day-groups';
import { partiesOf } from '@/lib/wallet/activity/recent-people';
import type { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';
import { useVerifiedNames } from '@/lib/wallet/ens/use-ens';
import { DayLists } from './day-lists';

/** Maximum number of transactions to show. The activity page shows all of them. */
const LATEST = 5;

/**
 * Returns the latest transactions that fit the height of the skeleton, which has one day. The heading of a day is half
 * as high as a transaction.
 */
function latestOf<Row extends { at: number | null }>(
  rows: readonly Row[],
  timeZone: string | undefined,
): Row[] {
  const dated = rows.filter(({ at }) => at !== null).slice(0, LATEST);
  const fits = (count: number) =>
    2 * count + groupByDay(dated.slice(0, count), timeZone).length <= 2 * LATEST + 1;
  return dated.filter((_, index) => fits(index + 1));
}

/** The account's pending transactions, and its latest ones from the networks, the server, and this device. */
export function RecentActivity({
  account,
  chains,
  contracts,
  activity: { rows, parts, server },
  isWaiting,
}: {
  account: Address;
  chains: readonly ChainMapping[];
  contracts: readonly Contract[];
  activity: ReturnType<typeof useActivityRows>;
  /** Whether to show only a skeleton. */
  isWaiting: boolean;
}) {
  const t = useTranslations('wallet.overview');
  const words = useTranslations('wallet.activity');
  const node = useTranslations('wallet.node');
  const locale = useLocale();
  const timeZone = useTimeZone();
  const isReading = parts.some(({ data, isFailed }) => data === undefined && !isFailed);
  // The list of pending transactions is separate.
  const latest = latestOf(rows, timeZone);
  const nameOf = useCounterpartyName(account, contracts, useVerifiedNames(partiesOf(latest)));
  const failed = parts.filter((part) => part.isFailed);
  const isFailed = failed.length > 0;
  // The banner already names unreachable networks.
  const isOutage = useUnreachableChains(({ chainIds }) =>
    failed.every(({ chainId }) => chainIds.includes(chainId)),
  );
  const texts = (moves: readonly Move[]) =>
    moves.map(({ token, amount }) => ({
      amount: formatAmount(amount, token.decimals, locale),
      symbol: token.symbol,
    }));
  const isSkeleton = isWaiting || (isReading && latest.length === 0);
  const list = () => {
    if (isSkeleton)
      return (
        <div aria-busy="true">
          <div className="flex min-h-8 items-end border-b border-line pb-2">
            <Bar className="w-16" />
          </div>
          <RowSkeletons count={LATEST} />
        </div>
      );
    if (latest.length === 0 && server.isFailed)
      return (
        <RetryAlert
          message={t('activityFailed')}
          retryLabel={t('retry')}
          onRetry={() => void Promise.all([server.retry(), ...parts.map(({ refetch }) => refetch())])}
        />
      );
    if (latest.length === 0 && !isFailed) return <EmptyState>{words('empty')}</EmptyState>;
    if (latest.length === 0)
      return isOutage ? <p className="text-sm text-muted">{node('unavailable')}</p> : null;
    return (
      <DayLists
        items={latest.map(
          ({ chainId, hash, kind, at, allowance, requested, counterparty, isToOther, status, ...row }) => ({
            ...{ kind, allowance, requested, isToOther, at: at ?? 0, out: texts(row.out), in: texts(row.in) },
            counterparty: counterparty && nameOf(chainId, counterparty),
            network: chains.find(({ id }) => id === chainId)?.name ?? String(chainId),
            isFailed: status === 'failed',
            href: row.isInternal ? null : routes.receipt(chainId, hash),
          }),
        )}
      />
    );
  };
  return (
    <section aria-labelledby="home-activity" className="grid content-start gap-3">
      <h2 id="home-activity" className="text-xl">
        {t('activity')}
      </h2>
      <PendingList account={account} />
      {list()}
      {!isSkeleton && isFailed && !isOutage ? (
        <p className="text-sm text-muted">{t('activityPartial')}</p>
      ) : null}
      {isSkeleton ? null : <WalletLink href={routes.activity}>{t('activityAll')}</WalletLink>}
    </section>
  );
}
