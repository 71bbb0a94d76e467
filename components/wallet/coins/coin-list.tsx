import { useRouter } from 'next/navigation';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { SampleLabel } from '@/components/wallet/display/sample-label';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useChainMapping, useCoinPage } from '@/lib/api/hooks';
import { replacePageParams } from '@/lib/browser/page-params';
import { splitNetwork } from '@/lib/evm/chain-short-names';
import { getPathname } from '@/lib/i18n/navigation';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import { CoinRow } from './coin-row';
import { CoinRowSkeletons } from './coins-skeleton';

/** Search form that finds coins by symbol, name, or token address. An empty search shows all coins. */
function CoinSearch({ search }: { search: string }) {
  const t = useTranslations('wallet.coins');
  const locale: Locale = useLocale();
  const router = useRouter();
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    router.push(getPathname({ locale, href: coinListPath({ page: 1, search: splitNetwork(text).rest }) }));
  };
  return (
    <search>
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <Field
          label={t('search')}
          hint={t('searchHint')}
          type="search"
          maxLength={64}
          enterKeyHint="search"
          autoComplete="off"
          value={text}
          onChange={setText}
        />
        {/* Offset the button by the height of the label, so that it aligns with the input. */}
        <div className="pt-[calc(1lh+0.375rem)]">
          <Button type="submit" className="min-h-13">
            {t('find')}
          </Button>
        </div>
      </form>
    </search>
  );
}

/** Pagination links. Renders nothing if there is only one page. */
function CoinPages({
  current,
  last,
  pathOf,
}: {
  current: number;
  last: number;
  pathOf: (page: number) => string;
}) {
  const t = useTranslations('wallet.coins');
  if (last <= 1) return null;
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-between gap-x-4">
      {current > 1 ? (
        <WalletLink href={pathOf(Math.min(current - 1, last))} rel="prev">
          {t('previous')}
        </WalletLink>
      ) : (
        <span />
      )}
      <span className="figures text-sm text-muted">{t('page', { current, last })}</span>
      {current < last ? (
        <WalletLink href={pathOf(current + 1)} rel="next">
          {t('next')}
        </WalletLink>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** Page number and search text of the coin list. */
type CoinQuery = { page: number; search: string };

const isWholeNumber = (text: string | null): text is string => /^[1-9]\d{0,8}$/.test(text ?? '');

/** Parses the page number and search text from the URL. The page defaults to 1. */
export function readCoinQuery(params: Pick<URLSearchParams, 'get'>): CoinQuery {
  const page = params.get('page');
  return { page: isWholeNumber(page) ? Number(page) : 1, search: params.get('search')?.trim() ?? '' };
}

/** Parses the coin ID from the URL. Returns null if there is none. */
export function readCoinId(params: Pick<URLSearchParams, 'get'>): number | 'invalid' | null {
  const id = params.get('id');
  if (id === null) return null;
  return isWholeNumber(id) ? Number(id) : 'invalid';
}

export const coinViews = ['list', 'chart', 'alerts'] as const;
type CoinView = (typeof coinViews)[number];

/** Parses the view from the URL. Defaults to the list. */
export const readCoinView = (params: Pick<URLSearchParams, 'get'>): CoinView =>
  coinViews.find((view) => view === params.get('view')) ?? 'list';

/** Sets the view in the URL. Replaces the history entry, so that Back leaves the page. */
export function showCoinView(view: CoinView): void {
  replacePageParams(new URLSearchParams(view === 'list' ? {} : { view }));
}

/** Returns the path to a page of the coin list, without a locale prefix. */
export function coinListPath({ page, search }: CoinQuery): string {
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
  });
  return params.size > 0 ? `${routes.coins}?${params}` : routes.coins;
}

/** Paginated list of coins with prices. Search and page number are in the URL. */
export function CoinList({ page, search }: CoinQuery) {
  const t = useTranslations('wallet.coins');
  const coins = useCoinPage({ pageNum: page, search });
  const chains = useChainMapping();
  const prices = useDisplayPrices();
  const { data, error, mutate, isLoading } = coins;
  const isWaiting = isLoading || !data;

  return (
    <div className="grid gap-6">
      <CoinSearch key={search} search={search} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="text-sm text-muted">
          {error ? '' : isWaiting ? t('loading') : t('found', { count: data.total })}
        </p>
        {data?.list.some(({ id }) => prices.priceOf(id)?.sample) ? <SampleLabel /> : null}
      </div>
      {error ? (
        <RetryAlert message={t('listFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : null}
      {!data && isLoading ? (
        <Placeholder>
          <CoinRowSkeletons />
        </Placeholder>
      ) : null}
      {data && data.list.length > 0 ? (
        <ul aria-label={t('list')} aria-busy={isLoading} className="grid border-t border-line">
          {data.list.map((coin) => (
            <CoinRow key={coin.id} coin={coin} chains={chains.data ?? []} prices={prices} />
          ))}
        </ul>
      ) : null}
      {!isWaiting && data.list.length === 0 ? (
        <EmptyState action={<WalletLink href={routes.coins}>{t('all')}</WalletLink>}>
          {search ? t('noMatch', { search }) : t('noneHere')}
        </EmptyState>
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
