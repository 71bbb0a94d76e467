'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { AmountText, percentText } from '@/components/wallet/display/amount-text';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { ContractView, type ContractViewProps, StartOffer } from '@/components/wallet/shell/account-view';
import { PausedNote } from '@/components/wallet/shell/node-banner';
import { formatAmount } from '@/lib/format/amount';
import { aprBps, type LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import { type StakingPool, useLivePools, useStakingPools } from '@/lib/wallet/stake/use-staking-pools';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { isStakingKind } from '@/lib/wallet/transactions/transaction-kinds';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { PoolPosition } from './pool-position';
import type { StakeEntry } from './stake-panel';
import { StakePanel } from './stake-panel';

/** One network's staking pool: the account's position, followed by the terms. */
function PoolCard({
  pool: { data, isFailed, refetch },
  live,
  account,
  chainName,
}: {
  pool: StakingPool;
  live: LivePool | undefined;
  account: Address | undefined;
  chainName: string;
}) {
  const t = useTranslations('wallet.stake');
  const isListed = data?.staking != null && data.reward != null;
  return (
    <ChainCard
      name={chainName}
      height={account ? 'min-h-[29rem] md:min-h-[26rem]' : 'min-h-60 md:min-h-64'}
      isLoading={data ? isListed && !live : !isFailed}
      loadingText={t('loading')}
      failure={isFailed ? t(data ? 'stale' : 'unreachable') : null}
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

/** Every network's staking pool, with the account's actions. If there is no account, shows how to get started. */
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
            account={account}
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

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Maximum APR to show, in basis points. A higher APR only means that almost nothing is staked. */
const MOST_SHOWN_BPS = 100_000_000n;

/** A pool's APR, total stake, and remaining reward period. */
export function PoolTerms({
  live,
  staking,
  reward,
}: {
  live: LivePool;
  staking: ListedToken;
  reward: ListedToken;
}) {
  const t = useTranslations('wallet.stake');
  const format = useFormatter();
  const locale = useLocale();
  const { totalStaked, rewardPerYear, endsAt } = live.read;
  const isDry = rewardPerYear === 0n;
  const isOneToken = staking.address === reward.address;
  const yearly = { amount: formatAmount(rewardPerYear, reward.decimals, locale), symbol: reward.symbol };

  const yieldText = () => {
    const apr = aprBps(live.read);
    if (isDry) return t('aprNone');
    if (apr === null) return '–';
    if (!isOneToken) return t('aYear', yearly);
    return apr > MOST_SHOWN_BPS ? `> ${percentText(MOST_SHOWN_BPS, locale)}` : percentText(apr, locale);
  };
  const yieldNote = () => {
    if (isDry) return t('dry');
    if (totalStaked === 0n) return t('nobody', yearly);
    return isOneToken ? undefined : t('shared');
  };
  const secondsLeft = endsAt > live.now ? Number(endsAt - live.now) : 0;
  const timeLeft = () => {
    if (secondsLeft >= 2 * DAY_S) return t('days', { count: Math.floor(secondsLeft / DAY_S) });
    if (secondsLeft >= 2 * HOUR_S) return t('hours', { count: Math.floor(secondsLeft / HOUR_S) });
    return t('minutes', { count: Math.floor(secondsLeft / MINUTE_S) });
  };
  const isEnded = isDry || secondsLeft === 0;
  return (
    <dl className="border-t border-line">
      <FigureLine label={t('apr')} note={yieldNote()}>
        {yieldText()}
      </FigureLine>
      <FigureLine label={t('total')}>
        <AmountText value={totalStaked} decimals={staking.decimals} locale={locale} /> {staking.symbol}
      </FigureLine>
      <FigureLine
        label={t('left')}
        note={
          isEnded
            ? undefined
            : t('until', { date: format.dateTime(new Date(Number(endsAt) * 1_000), { dateStyle: 'medium' }) })
        }
      >
        {isEnded ? t('none') : timeLeft()}
      </FigureLine>
    </dl>
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
    >
      {(lists) => <StakePools {...lists} />}
    </ContractView>
  );
}
