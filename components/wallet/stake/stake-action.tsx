import { useTranslations } from 'next-intl';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { StakingKind } from '@/lib/wallet/transactions/ledger-entry';
import { AmountAction } from './amount-action';
import { RewardAction } from './reward-action';

export type ActionOrder = { token: ListedToken; amount: bigint };

/** What the chosen tab does, or why there is nothing to do. */
export function StakeAction({
  action,
  chainId,
  live,
  staking,
  reward,
  isUnderWay,
  isBusy,
  onStart,
}: {
  action: StakingKind;
  chainId: number;
  live: LivePool;
  staking: ListedToken;
  reward: ListedToken;
  isUnderWay: boolean;
  isBusy: boolean;
  onStart: (order: ActionOrder) => Promise<boolean>;
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
          <p className="border-s-2 border-warning ps-3 text-sm">
            {isPaused ? t('paused') : t('emptyWallet', { symbol: staking.symbol })}
          </p>
        ) : null}
        <AmountAction
          action={action}
          chainId={chainId}
          token={staking}
          available={inWallet}
          isClosed={isClosed}
          isBusy={isBusy}
          onStart={(amount) => onStart({ token: staking, amount })}
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
          isBusy={isBusy}
          onStart={(amount) => onStart({ token: staking, amount })}
        />
      </div>
    );
  }
  return (
    <RewardAction
      action={action}
      staked={staked}
      earned={live.earned}
      staking={staking}
      reward={reward}
      isUnderWay={isUnderWay}
      isBusy={isBusy}
      onStart={() =>
        void onStart(
          action === 'claim' ? { token: reward, amount: live.earned } : { token: staking, amount: staked },
        )
      }
    />
  );
}
