import { useTranslations } from 'next-intl';
import { FiatValueText, LiveAmount } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { partFiatValue } from '@/lib/wallet/portfolio/holdings';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** An amount's value, on a line that stays empty until the price is known. */
function Value({ amount, token }: { amount: bigint; token: ListedToken }) {
  const { priceOf, money } = useDisplayPrices();
  const value = partFiatValue({ token, amount }, (coinId) => priceOf(coinId)?.price);
  return (
    <dd className="min-h-5 text-sm text-muted">
      {value === undefined ? null : <FiatValueText value={value} money={money} />}
    </dd>
  );
}

/** The account's stake, its rewards as of the current second, and its wallet balance. */
export function PoolPosition({
  live,
  staking,
  reward,
}: {
  live: LivePool;
  staking: ListedToken;
  reward: ListedToken;
}) {
  const t = useTranslations('wallet.stake');
  const { position } = live.read;
  if (!position) return null;
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">{t('staked')}</dt>
        <dd className="text-xl">
          <AmountToggle value={position.staked} decimals={staking.decimals} />{' '}
          <span className="text-sm text-muted">{staking.symbol}</span>
        </dd>
        <Value amount={position.staked} token={staking} />
      </div>
      <div>
        <dt className="text-sm text-muted">{t('earned')}</dt>
        <dd className="text-xl">
          <LiveAmount value={live.earned} decimals={reward.decimals} />{' '}
          <span className="text-sm text-muted">{reward.symbol}</span>
        </dd>
        <Value amount={live.earned} token={reward} />
      </div>
      <div className="sm:col-span-2 md:col-span-1 lg:col-span-2">
        <dt className="text-sm text-muted">{t('inWallet')}</dt>
        <dd>
          <AmountToggle value={position.inWallet} decimals={staking.decimals} />{' '}
          <span className="text-sm text-muted">{staking.symbol}</span>
        </dd>
      </div>
    </dl>
  );
}
