import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { LIVE_AMOUNT_DECIMALS } from '@/lib/wallet-constants';

/** Collects the rewards, or with `exit` the whole stake too. */
export function RewardAction({
  action,
  staked,
  earned,
  staking,
  reward,
  isUnderWay,
  isBusy,
  onStart,
}: {
  action: 'claim' | 'exit';
  /** Base units. */
  staked: bigint;
  /** Base units, up to this second. */
  earned: bigint;
  staking: ListedToken;
  reward: ListedToken;
  /** Whether the same has been sent and waits for the network: a second one would only cost its fee. */
  isUnderWay: boolean;
  isBusy: boolean;
  onStart: () => void;
}) {
  const t = useTranslations('wallet.stake');
  const locale = useLocale();
  return (
    <div className="grid gap-5">
      <dl className="border-t border-line">
        {action === 'exit' ? (
          <FigureLine label={t('staked')}>
            <AmountText value={staked} decimals={staking.decimals} locale={locale} maxDecimals={18} />{' '}
            {staking.symbol}
          </FigureLine>
        ) : null}
        <FigureLine label={t('earned')}>
          <AmountText
            value={earned}
            decimals={reward.decimals}
            locale={locale}
            maxDecimals={LIVE_AMOUNT_DECIMALS}
            isSteady={earned > 0n}
          />{' '}
          {reward.symbol}
        </FigureLine>
      </dl>
      <p className="text-sm text-muted">{t(isUnderWay ? 'underWay' : `about.${action}`)}</p>
      <Button variant="signal" disabled={isBusy || isUnderWay} aria-busy={isBusy} onClick={onStart}>
        {t(`action.${action}`)}
      </Button>
    </div>
  );
}
