import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { RowSkeletons } from '@/components/wallet/display/skeleton';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { PendingList } from '@/components/wallet/pending/pending-notes';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import { type Move, rowKey } from '@/lib/wallet/activity/activity-row';
import type { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';
import { ActivityRow } from './activity-row';

/** Number of transactions to show. The activity page shows all of them. */
const LATEST = 5;

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
  const locale = useLocale();
  const nameOf = useCounterpartyName(account, contracts);
  const isReading = parts.some(({ data, isFailed }) => data === undefined && !isFailed);
  // The list of pending transactions is separate.
  const latest = rows.filter(({ at }) => at !== null).slice(0, LATEST);
  const isFailed = parts.some((part) => part.isFailed);
  const texts = (moves: readonly Move[]) =>
    moves.map(({ token, amount }) => `${formatAmount(amount, token.decimals, locale)} ${token.symbol}`);
  const isSkeleton = isWaiting || (isReading && latest.length === 0);
  const list = () => {
    if (isSkeleton)
      return (
        <div aria-busy="true">
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
    return (
      <ul>
        {latest.map((row) => (
          <ActivityRow
            key={rowKey(row)}
            item={{
              kind: row.kind,
              out: texts(row.out),
              in: texts(row.in),
              allowance: row.allowance && {
                move: row.allowance,
                spender: row.counterparty && nameOf(row.chainId, row.counterparty),
              },
              network: chains.find(({ id }) => id === row.chainId)?.name ?? String(row.chainId),
              at: new Date(row.at ?? 0).toISOString(),
              isFailed: row.status === 'failed',
              href: `${routes.transaction}?${new URLSearchParams({ chainId: String(row.chainId), hash: row.hash })}`,
            }}
          />
        ))}
      </ul>
    );
  };
  return (
    <section aria-labelledby="home-activity" className="grid content-start gap-3">
      <h2 id="home-activity" className="text-xl">
        {t('activity')}
      </h2>
      <PendingList account={account} />
      {list()}
      {!isSkeleton && isFailed ? <p className="text-sm text-muted">{t('activityPartial')}</p> : null}
      {isSkeleton ? null : <WalletLink href={routes.activity}>{t('activityAll')}</WalletLink>}
    </section>
  );
}
