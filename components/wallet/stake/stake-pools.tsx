import { useTranslations } from 'next-intl';
import type { ContractViewProps } from '@/components/wallet/shell/contract-view';
import { StartOffer } from '@/components/wallet/shell/start-offer';
import { useLivePools, useStakingPools } from '@/lib/wallet/stake/use-staking-pools';
import { isStakingKind } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { PoolCard } from './pool-card';
import { StakePanel } from './stake-panel';
import type { StakeEntry } from './stake-progress';

/** Every network's pool, and beside them what can be done: in the account's name, or before there is one. */
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
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid content-start gap-6">
        {pools.map((pool) => (
          <PoolCard
            key={pool.chainId}
            pool={pool}
            live={live.get(pool.chainId)}
            chainName={chains.find(({ id }) => id === pool.chainId)?.name ?? String(pool.chainId)}
          />
        ))}
      </div>
      {account ? (
        <StakePanel account={account} pools={pools} live={live} chains={chains} entries={entries} />
      ) : (
        <StartOffer
          title={t('start')}
          steps={[t('startStep.connect'), t('startStep.choose'), t('startStep.confirm')]}
          connectLabel={t('connect')}
        />
      )}
    </div>
  );
}
