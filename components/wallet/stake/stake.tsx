'use client';

import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { chainCards } from '@/components/wallet/display/chain-cards-skeleton';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import { TokenMark } from '@/components/wallet/display/token-mark';
import { ContractView, type ContractViewProps } from '@/components/wallet/frame/account-view';
import { PausedNote } from '@/components/wallet/frame/node-banner';
import type { Coin } from '@/lib/api/types';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import { type StakingPool, useLivePools, useStakingPools } from '@/lib/wallet/stake/use-staking-pools';
import { isStakingKind } from '@/lib/wallet/transactions/transaction-kinds';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { PoolPosition } from './pool-position';
import { PoolTerms } from './pool-terms';
import type { StakeEntry } from './stake-panel';
import { StakePanel } from './stake-panel';
import { PoolSkeleton, poolHeight, StakeSkeleton } from './stake-skeleton';

/** Returns whether a pool can be shown, but hasn't been read yet. */
const isPoolLoading = ({ data, isFailed }: StakingPool, live: LivePool | undefined) =>
  data ? data.staking != null && data.reward != null && !live : !isFailed;

/** One network's staking pool: the account's position, followed by the terms. */
function PoolCard({
  pool,
  live,
  account,
  chainName,
  coins,
}: {
  pool: StakingPool;
  live: LivePool | undefined;
  account: Address | undefined;
  chainName: string;
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.stake');
  const { chainId, data, isFailed, refetch } = pool;
  const isSignedIn = account !== undefined;
  const isListed = data?.staking != null && data.reward != null;
  return (
    <ChainCard
      chainId={chainId}
      name={chainName}
      icon={isFailed && !data ? null : <TokenMark token={data?.staking} coins={coins} />}
      height={poolHeight(isSignedIn)}
      skeleton={isPoolLoading(pool, live) ? <PoolSkeleton isSignedIn={isSignedIn} /> : null}
      failure={isFailed ? t(data ? 'stale' : 'unreachable') : null}
      isAbsent={!data}
      retryLabel={t('retry')}
      onRetry={() => void refetch()}
    >
      {data && !isListed ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
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

/** Every network's staking pool, with the account's actions if there is an account. */
export function StakePools({ account, chains, coins, contracts }: ContractViewProps) {
  const t = useTranslations('wallet.stake');
  const ledger = useLedger((state) => state.entries);
  const entries = ledger.filter(
    (entry): entry is StakeEntry => entry.account === account && isStakingKind(entry.kind),
  );
  const pools = useStakingPools(account, coins, contracts);
  const live = useLivePools(pools, (chainId) => {
    const settlement = entries.findLast(
      (entry) =>
        entry.chainId === chainId &&
        entry.status === 'confirmed' &&
        (entry.kind === 'claim' || entry.kind === 'exit'),
    );
    return settlement?.id ?? null;
  });
  const cards = (
    <div className={chainCards(account !== undefined)}>
      <LoadingStatus
        text={pools.some((pool) => isPoolLoading(pool, live.get(pool.chainId))) ? t('loading') : null}
      />
      {pools.map((pool) => (
        <PoolCard
          key={pool.chainId}
          pool={pool}
          live={live.get(pool.chainId)}
          account={account}
          chainName={chains.find(({ id }) => id === pool.chainId)?.name ?? String(pool.chainId)}
          coins={coins}
        />
      ))}
    </div>
  );
  // Without data there is nothing to do, and the cards report the reason.
  if (!account || pools.every(({ data, isFailed }) => !data && isFailed)) return cards;
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {cards}
      <StakePanel account={account} pools={pools} live={live} chains={chains} entries={entries} />
    </div>
  );
}

/** Staking page (WAL-6): introduction, each network's pool, and the account's stake. */
export function Stake() {
  const t = useTranslations('wallet.stake');
  return (
    <ContractView
      contractName="staking_contract"
      lead={t('lead')}
      conditions={t('terms')}
      absent={t('noPool')}
      skeleton={(isSignedIn) => <StakeSkeleton isSignedIn={isSignedIn} />}
    >
      {(lists) => <StakePools {...lists} />}
    </ContractView>
  );
}
