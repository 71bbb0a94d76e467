import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { RowSkeletons } from '@/components/wallet/display/skeleton';
import { PendingList } from '@/components/wallet/pending/pending-notes';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import type { useActivity } from '@/lib/api/hooks';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { routes } from '@/lib/routes';
import { ActivityRow } from './activity-row';

/** Number of verified transactions to show. The activity page shows all of them. */
export const LATEST = 5;

/** The account's pending transactions, and the latest ones that the server has verified on chain. */
export function RecentActivity({
  account,
  chains,
  coins,
  activity: { data, error, mutate },
}: {
  account: Address;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  activity: ReturnType<typeof useActivity>;
}) {
  const t = useTranslations('wallet.overview');
  const list = () => {
    if (!data && error)
      return (
        <RetryAlert message={t('activityFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      );
    if (!data)
      return (
        <div aria-busy="true">
          <RowSkeletons count={LATEST} />
        </div>
      );
    if (data.list.length === 0) return <p className="measure text-sm text-muted">{t('activityEmpty')}</p>;
    return (
      <ul>
        {data.list.map(({ kind, chainId, txHash, coinId, amount, at }) => (
          <ActivityRow
            key={`${chainId}-${txHash}-${coinId}-${amount}`}
            item={{
              kind,
              amount,
              symbol: coins.find(({ id }) => id === coinId)?.symbol ?? '',
              network: chains.find(({ id }) => id === chainId)?.name ?? String(chainId),
              at,
              href: `${routes.transaction}?${new URLSearchParams({ chainId: String(chainId), hash: txHash })}`,
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
      {data || error ? <WalletLink href={routes.activity}>{t('activityAll')}</WalletLink> : null}
    </section>
  );
}
