import { useTranslations } from 'next-intl';
import { fiatValueText, LiveAmount } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { CollectForm } from '@/components/wallet/earn-page/earn-panel';
import { ClosedNote } from '@/components/wallet/frame/closed-note';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import { useCostAboveReward } from '@/lib/wallet/stake/use-cost-above-reward';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { StakingKind } from '@/lib/wallet/transactions/transaction-kinds';
import { AmountAction } from './amount-action';

/** Button to claim the rewards. `exit` also unstakes everything. */
function RewardAction({
  action,
  chainId,
  staked,
  earned,
  staking,
  reward,
  isUnderWay,
  onReview,
}: {
  action: 'claim' | 'exit';
  chainId: number;
  /** In base units. */
  staked: bigint;
  /** Rewards in base units as of the current second. */
  earned: bigint;
  staking: ListedToken;
  reward: ListedToken;
  isUnderWay: boolean;
  onReview: () => void;
}) {
  const t = useTranslations('wallet.stake');
  const positions = useTranslations('wallet.earn.positions');
  const { money } = useDisplayPrices();
  const cost = useCostAboveReward(chainId, action === 'claim' ? { token: reward, amount: earned } : null);
  return (
    <CollectForm
      about={t(`about.${action}`)}
      action={t(`action.${action}`)}
      isUnderWay={isUnderWay}
      warning={cost === null ? null : positions('costly', { cost: fiatValueText(cost, money) })}
      onReview={onReview}
    >
      <OwnAmounts>
        {action === 'exit' ? (
          <FigureLine label={t('staked')}>
            <AmountToggle value={staked} decimals={staking.decimals} /> {staking.symbol}
          </FigureLine>
        ) : null}
        <FigureLine label={t('earned')}>
          <LiveAmount value={earned} decimals={reward.decimals} /> {reward.symbol}
        </FigureLine>
      </OwnAmounts>
    </CollectForm>
  );
}

export type ActionOrder = { token: ListedToken; amount: bigint };

/** The action of the selected tab, or the reason there is none. */
export function StakeAction({
  action,
  chainId,
  live,
  staking,
  reward,
  isUnderWay,
  onReview,
}: {
  action: StakingKind;
  chainId: number;
  live: LivePool;
  staking: ListedToken;
  reward: ListedToken;
  isUnderWay: boolean;
  onReview: (order: ActionOrder) => void;
}) {
  const t = useTranslations('wallet.stake');
  const { position, isPaused } = live.read;
  if (!position) return null;
  const { staked, inWallet } = position;

  if (action === 'stake') {
    const isClosed = isPaused || inWallet === 0n;
    return (
      <div className="grid gap-5">
        {isClosed ? (
          <ClosedNote
            text={isPaused ? t('paused') : t('emptyWallet', { symbol: staking.symbol })}
            missing={isPaused ? undefined : { ...staking, chainId }}
          />
        ) : null}
        <AmountAction
          action={action}
          chainId={chainId}
          token={staking}
          available={inWallet}
          isClosed={isClosed}
          onReview={(amount) => onReview({ token: staking, amount })}
        />
      </div>
    );
  }
  if (action === 'claim' ? live.earned === 0n : staked === 0n)
    return <p className="text-muted">{t(action === 'claim' ? 'nothingEarned' : 'nothingStaked')}</p>;
  if (action === 'unstake') {
    return (
      <div className="grid gap-5">
        <p className="text-sm text-muted">{t('about.unstake')}</p>
        <AmountAction
          action={action}
          chainId={chainId}
          token={staking}
          available={staked}
          isClosed={false}
          onReview={(amount) => onReview({ token: staking, amount })}
        />
      </div>
    );
  }
  return (
    <RewardAction
      action={action}
      chainId={chainId}
      staked={staked}
      earned={live.earned}
      staking={staking}
      reward={reward}
      isUnderWay={isUnderWay}
      onReview={() =>
        onReview(
          action === 'claim' ? { token: reward, amount: live.earned } : { token: staking, amount: staked },
        )
      }
    />
  );
}
