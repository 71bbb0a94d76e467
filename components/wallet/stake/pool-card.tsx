import { useTranslations } from 'next-intl';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { PausedNote } from '@/components/wallet/shell/paused-note';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { StakingPool } from '@/lib/wallet/stake/use-staking-pools';
import { PoolPosition } from './pool-position';
import { PoolTerms } from './pool-terms';

/** One network's pool: the account's part, then what holds for everybody. */
export function PoolCard({
  pool: { data, isFailed, refetch },
  live,
  chainName,
}: {
  pool: StakingPool;
  live: LivePool | undefined;
  chainName: string;
}) {
  const t = useTranslations('wallet.stake');
  return (
    <ChainCard
      name={chainName}
      isLoading={!data && !isFailed}
      loadingText={t('loading')}
      failure={isFailed ? t(data ? 'stale' : 'unreachable') : null}
      retryLabel={t('retry')}
      onRetry={() => void refetch()}
    >
      {data && (!data.staking || !data.reward) ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
      {live && data?.staking && data.reward ? (
        <>
          {live.read.isPaused && !live.read.position ? <PausedNote text={t('paused')} /> : null}
          <PoolPosition live={live} staking={data.staking} reward={data.reward} />
          <PoolTerms live={live} staking={data.staking} reward={data.reward} />
        </>
      ) : null}
    </ChainCard>
  );
}
