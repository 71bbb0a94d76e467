'use client';

import { useTranslations } from 'next-intl';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { TokenMark } from '@/components/wallet/display/token-mark';
import { EarnCards, EarnPage } from '@/components/wallet/earn-page/earn-page';
import { useEntriesOf } from '@/components/wallet/earn-page/earn-panel';
import type { ContractViewProps } from '@/components/wallet/frame/account-view';
import { PausedNote } from '@/components/wallet/frame/node-banner';
import { type StakingPool, useLivePools, useStakingPools } from '@/lib/wallet/stake/use-staking-pools';
import { isStakingKind } from '@/lib/wallet/transactions/transaction-kinds';
import { PoolPosition } from './pool-position';
import { PoolTerms } from './pool-terms';
import { StakePanel } from './stake-panel';
import { PoolSkeleton, poolHeight, StakeSkeleton } from './stake-skeleton';

/** Every network's staking pool, with the account's actions if there is an account. */
export function StakePools({ account, chains, coins, contracts }: ContractViewProps) {
  const t = useTranslations('wallet.stake');
  const entries = useEntriesOf(account, isStakingKind);
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
  const isSignedIn = account !== undefined;

  const card = ({ chainId, data, isFailed }: StakingPool) => {
    const current = live.get(chainId);
    const { staking, reward } = data ?? {};
    const isListed = staking != null && reward != null;
    return {
      icon: <TokenMark token={staking} coins={coins} />,
      isLoading: data ? isListed && !current : !isFailed,
      content: (
        <>
          {data && !isListed ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
          {current && isListed ? (
            <>
              {current.read.isPaused && !current.read.position ? <PausedNote text={t('paused')} /> : null}
              <OwnAmounts>
                <PoolPosition live={current} staking={staking} reward={reward} />
              </OwnAmounts>
              <PoolTerms live={current} staking={staking} reward={reward} />
            </>
          ) : null}
        </>
      ),
    };
  };

  return (
    <EarnCards
      account={account}
      chains={chains}
      contracts={pools}
      text={t}
      height={poolHeight(isSignedIn)}
      skeleton={<PoolSkeleton isSignedIn={isSignedIn} />}
      card={card}
      panel={(owner) => (
        <StakePanel account={owner} pools={pools} live={live} chains={chains} entries={entries} />
      )}
    />
  );
}

/** Staking page (WAL-6): introduction, each network's pool, and the account's stake. */
export function Stake() {
  const t = useTranslations('wallet.stake');
  return (
    <EarnPage
      contractName="staking_contract"
      lead={t('lead')}
      conditions={t('terms')}
      absent={t('noPool')}
      skeleton={(isSignedIn) => <StakeSkeleton isSignedIn={isSignedIn} />}
    >
      {(lists) => <StakePools {...lists} />}
    </EarnPage>
  );
}
