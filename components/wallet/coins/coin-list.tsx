import { useTranslations } from 'next-intl';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { useChainMapping, useCoinPage } from '@/lib/api/hooks';
import { routes } from '@/lib/routes';
import { CoinPages } from './coin-pages';
import { type CoinQuery, coinListPath } from './coin-query';
import { CoinRow } from './coin-row';
import { CoinSearch } from './coin-search';
import { useShownPrices } from './use-shown-prices';

/** The listed coins page by page, with their prices. Search and page stand in the address. */
export function CoinList({ page, search }: CoinQuery) {
  const t = useTranslations('wallet.coins');
  const coins = useCoinPage({ pageNum: page, search });
  const chains = useChainMapping();
  const prices = useShownPrices();
  const { data, error, mutate, isLoading } = coins;
  const isWaiting = isLoading || !data;

  return (
    <div className="grid gap-6">
      <CoinSearch key={search} search={search} />
      <p role="status" className="text-sm text-muted">
        {error ? '' : isWaiting ? t('loading') : t('found', { count: data.total })}
      </p>
      {error ? (
        <RetryAlert message={t('listFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : null}
      {data && data.list.length > 0 ? (
        <ul aria-label={t('list')} aria-busy={isLoading} className="grid border-t border-line">
          {data.list.map((coin) => (
            <CoinRow key={coin.id} coin={coin} chains={chains.data ?? []} prices={prices} />
          ))}
        </ul>
      ) : null}
      {!isWaiting && data.list.length === 0 ? (
        <p>
          <span className="block">{search ? t('noMatch', { search }) : t('noneHere')}</span>
          <WalletLink href={routes.coins}>{t('all')}</WalletLink>
        </p>
      ) : null}
      {data ? (
        <CoinPages
          current={page}
          last={Math.ceil(data.total / data.pageSize)}
          pathOf={(to) => coinListPath({ page: to, search })}
        />
      ) : null}
    </div>
  );
}
