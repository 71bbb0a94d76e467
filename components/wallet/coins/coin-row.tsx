import { useTranslations } from 'next-intl';
import { FiatText, PriceChange } from '@/components/ui/fiat-text';
import { SparkLine } from '@/components/ui/spark-line';
import { StaleMark } from '@/components/wallet/display/stale-mark';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { ChainMapping, Coin } from '@/lib/api/types';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';
import { PriceAge } from './coin-price-card';
import { CoinPriceBars, coinRow } from './coins-skeleton';

/** Row of the coin list with a coin's networks and price. Links to the coin's details. */
export function CoinRow({
  coin,
  chains,
  prices,
}: {
  coin: Coin;
  chains: readonly ChainMapping[];
  prices: DisplayPrices;
}) {
  const t = useTranslations('wallet.coins');
  const price = prices.priceOf(coin.id);
  const names = chains
    .filter(({ id }) => coin.tokens.some(({ chainId }) => chainId === id))
    .map(({ name }) => name);
  return (
    <li className="border-b border-line">
      <WalletLink href={routes.coin(coin.id)} className={`${coinRow} hover:bg-water-wash`}>
        <TokenIcon icon={coin.icon} symbol={coin.symbol} />
        <span className="min-w-0">
          <span className="block">
            {coin.symbol} <span className="block text-sm text-muted sm:inline">{coin.name}</span>
          </span>
          <span className="hidden text-xs text-muted sm:block">{names.join(' · ')}</span>
        </span>
        {/* If there is no price, omit the line, because a flat line would suggest a stable price. */}
        {price ? <SparkLine points={price.spark} className="h-8 w-full text-tide" /> : <span />}
        <span className="text-end leading-tight">
          {price ? (
            <>
              <FiatText value={price.price} {...prices.money} className="text-sm" />
              {prices.isStale(price) ? (
                <StaleMark>{t('stale')}</StaleMark>
              ) : (
                <PriceChange change={price.change24h} locale={prices.money.locale} day={t('day')} />
              )}
              <span className="block text-xs text-muted">
                {/* On phones, only the age is shown, so that the column keeps its width while the price ages. */}
                <span className="max-sm:sr-only">{t('sourceCount', { count: price.sources.length })} · </span>
                <PriceAge at={price.at} style="narrow" />
              </span>
            </>
          ) : (
            <span className="grid">
              {/* Three lines, as with a price, so that rows keep their height when prices arrive. */}
              <span aria-hidden="true" className="invisible col-start-1 row-start-1">
                <span className="text-sm">…</span>
                <span className="block text-xs">…</span>
                <span className="block text-xs">…</span>
              </span>
              <span className="col-start-1 row-start-1 self-center text-xs text-muted">
                {prices.isWaiting ? <CoinPriceBars /> : t('noPrice')}
              </span>
            </span>
          )}
        </span>
      </WalletLink>
    </li>
  );
}
