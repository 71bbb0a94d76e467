import { useTranslations } from 'next-intl';
import { PriceChange } from '@/components/ui/fiat-text';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { StaleMark } from '@/components/wallet/display/stale-mark';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { Coin } from '@/lib/api/types';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';

export type TokenHolding = {
  coin: Pick<Coin, 'id' | 'symbol' | 'name' | 'icon'>;
  network: string;
  /** In base units. */
  amount: bigint;
  decimals: number;
  /** Fiat value in units of 1e-18 of the display currency, or undefined if there is no price. */
  value: bigint | undefined;
  /** Price change over 24 hours, or null if it's unknown. */
  change24h: string | null;
  /** Whether the price is stale. */
  isStale: boolean;
};

/** One token on one network with its amount, value, and price change. Links to the coin's page. */
export function TokenRow({
  holding: { coin, network, amount, decimals, value, change24h, isStale },
  money,
}: {
  holding: TokenHolding;
  money: DisplayPrices['money'];
}) {
  const t = useTranslations('wallet.coins');
  return (
    <li className="border-b border-line">
      <WalletLink
        href={routes.coin(coin.id)}
        className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 leading-snug hover:bg-water-wash"
      >
        <TokenIcon symbol={coin.symbol} icon={coin.icon} network={network} />
        <span className="min-w-0">
          <span className="block">
            {coin.symbol}{' '}
            <span className="text-xs text-muted">
              {coin.name}
              {/* On phones, the icon's badge shows the network. */}
              <span className="max-sm:sr-only"> · {network}</span>
            </span>
          </span>
          <span className="block text-sm text-muted wrap-anywhere">
            <AmountText value={amount} decimals={decimals} /> {coin.symbol}
          </span>
        </span>
        <span className="text-end">
          {value === undefined ? (
            <span className="text-xs text-muted">{t('noPrice')}</span>
          ) : (
            <>
              <FiatValueText value={value} money={money} />
              {isStale ? (
                <StaleMark>{t('stale')}</StaleMark>
              ) : (
                <PriceChange change={change24h} locale={money.locale} day={t('day')} />
              )}
            </>
          )}
        </span>
      </WalletLink>
    </li>
  );
}
