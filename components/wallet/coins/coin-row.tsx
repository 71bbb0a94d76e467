import { useTranslations } from 'next-intl';
import { CoinIcon } from '@/components/ui/coin-icon';
import { FiatText } from '@/components/ui/fiat-text';
import { PriceChange } from '@/components/ui/price-change';
import { SparkLine } from '@/components/ui/spark-line';
import { WalletLink } from '@/components/wallet/wallet-link';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { routes } from '@/lib/routes';
import type { ShownPrices } from './use-shown-prices';

/** One coin of the list: what it is, where it is, what it costs. Leads to its details. */
export function CoinRow({
  coin,
  chains,
  prices,
}: {
  coin: Coin;
  chains: readonly ChainMapping[];
  prices: ShownPrices;
}) {
  const t = useTranslations('wallet.coins');
  const price = prices.priceOf(coin.id);
  const names = chains
    .filter(({ id }) => coin.tokens.some(({ chainId }) => chainId === id))
    .map(({ name }) => name);
  return (
    <li className="border-b border-line">
      <WalletLink
        href={routes.coin(coin.id)}
        className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 py-3 hover:bg-water-wash sm:grid-cols-[auto_minmax(0,1fr)_6rem_8rem]"
      >
        <CoinIcon icon={coin.icon} size={36} />
        <span className="min-w-0">
          <span className="block">
            {coin.symbol} <span className="text-sm text-muted">{coin.name}</span>
          </span>
          <span className="block text-xs text-muted">{names.join(' · ')}</span>
        </span>
        <SparkLine points={price?.spark ?? []} className="hidden h-8 w-24 text-tide sm:block" />
        <span className="text-end leading-tight">
          {price ? (
            <>
              <FiatText value={price.price} {...prices.money} className="text-sm" />
              {prices.isLate(price) ? (
                <span className="block text-xs text-warning">{t('late')}</span>
              ) : (
                <PriceChange change={price.change24h} day={t('day')} />
              )}
            </>
          ) : (
            <span className="text-xs text-muted">{prices.isWaiting ? '…' : t('noPrice')}</span>
          )}
        </span>
      </WalletLink>
    </li>
  );
}
