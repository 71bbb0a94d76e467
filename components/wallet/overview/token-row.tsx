import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { PriceChange } from '@/components/ui/fiat-text';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { FoldMark } from '@/components/wallet/display/fold-mark';
import { StaleMark } from '@/components/wallet/display/stale-mark';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { Coin } from '@/lib/api/types';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import { routes } from '@/lib/routes';

export type TokenHolding = {
  coin: Pick<Coin, 'id' | 'symbol' | 'name' | 'icon'>;
  /** Name of the network, or empty if the amount is the sum of several. */
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

const ROW =
  'grid min-h-16 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-start leading-snug hover:bg-water-wash';

type RowProps = { holding: TokenHolding; money: DisplayPrices['money'] };

/** A token's icon, name, amount, value, and price change. */
function TokenFace({
  holding: { coin, network, amount, decimals, value, change24h, isStale },
  money,
  networks,
}: RowProps & {
  /** Takes the place of the network, if the amount is the sum of several. */
  networks?: ReactNode;
}) {
  const t = useTranslations('wallet.coins');
  return (
    <>
      <TokenIcon symbol={coin.symbol} icon={coin.icon} network={networks ? undefined : network} />
      <span className="min-w-0">
        <span className="block">
          {coin.symbol}{' '}
          <span className="text-xs text-muted">
            {/* On phones, the icon's badge shows the network. */}
            {networks ? (
              <>
                <span className="max-sm:sr-only">{coin.name} · </span>
                {networks}
              </>
            ) : (
              <>
                {coin.name}
                <span className="max-sm:sr-only"> · {network}</span>
              </>
            )}
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
    </>
  );
}

/** One token on one network with its amount, value, and price change. Links to the coin's page. */
export function TokenRow({ holding, money }: RowProps) {
  return (
    <li className="border-b border-line">
      <WalletLink href={routes.coin(holding.coin.id)} className={ROW}>
        <TokenFace holding={holding} money={money} />
      </WalletLink>
    </li>
  );
}

/** The sum of a coin on several networks, as a button that opens a row for each network. */
export function TokenGroupRow({
  sum,
  holdings,
  money,
}: {
  sum: TokenHolding;
  holdings: readonly TokenHolding[];
  money: DisplayPrices['money'];
}) {
  const t = useTranslations('wallet.coins');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={ROW}
      >
        <TokenFace
          holding={sum}
          money={money}
          networks={
            <>
              {t('onNetworks', { count: holdings.length })} <FoldMark isOpen={isOpen} />
            </>
          }
        />
      </button>
      {isOpen ? (
        <ul id={id} className="border-t border-line ps-4 [&>:last-child]:border-0">
          {holdings.map((holding) => (
            <TokenRow key={holding.network} holding={holding} money={money} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
