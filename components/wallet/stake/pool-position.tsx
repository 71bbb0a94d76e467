import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { LIVE_AMOUNT_DECIMALS } from '@/lib/format/amount';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

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
  const locale = useLocale();
  const { position } = live.read;
  if (!position) return null;
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">{t('staked')}</dt>
        <dd className="text-xl">
          <AmountToggle value={position.staked} decimals={staking.decimals} locale={locale} />{' '}
          <span className="text-sm text-muted">{staking.symbol}</span>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t('earned')}</dt>
        <dd className="text-xl">
          <AmountText
            value={live.earned}
            decimals={reward.decimals}
            locale={locale}
            maxDecimals={LIVE_AMOUNT_DECIMALS}
            isSteady={live.earned > 0n}
          />{' '}
          <span className="text-sm text-muted">{reward.symbol}</span>
        </dd>
      </div>
      <div className="sm:col-span-2 md:col-span-1 lg:col-span-2">
        <dt className="text-sm text-muted">{t('inWallet')}</dt>
        <dd>
          <AmountToggle value={position.inWallet} decimals={staking.decimals} locale={locale} />{' '}
          <span className="text-sm text-muted">{staking.symbol}</span>
        </dd>
      </div>
    </dl>
  );
}
