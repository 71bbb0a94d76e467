import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import type { Address } from 'viem';
import { Tabs } from '@/components/ui/tabs';
import { AmountFormSkeleton, FeesLinkSkeleton } from '@/components/wallet/display/form-skeleton';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { FeesLink } from '@/components/wallet/frame/fees-link';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { LatestTransactions } from '@/components/wallet/transaction-sheet/latest-transactions';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import { useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ChainMapping } from '@/lib/api/types';
import { readChainId, updatePageParams, usePageParams } from '@/lib/browser/page-params';
import { formatAmount } from '@/lib/format/amount';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { StakingPool } from '@/lib/wallet/stake/use-staking-pools';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { type StakingKind, stakingKinds } from '@/lib/wallet/transactions/transaction-kinds';
import { type ActionOrder, StakeAction } from './stake-action';
import { stakePlan } from './stake-plan';

export type StakeEntry = LedgerEntry & { kind: StakingKind };

/** Recent transactions of the account with the staking pool. */
function StakeProgress({ entries, chain }: { entries: readonly StakeEntry[]; chain: ChainMapping }) {
  const t = useTranslations('wallet.stake');
  const transfer = useTranslations('wallet.transfer');
  const resultText = useResultText();
  const locale = useLocale();
  return (
    <LatestTransactions
      entries={entries}
      chain={chain}
      entryText={({ kind, amountRaw, decimals, symbol }) =>
        t(`entry.${kind}`, { amount: formatAmount(BigInt(amountRaw), decimals, locale, decimals), symbol })
      }
      statusText={(entry) =>
        entry.status === 'failed' || entry.isAltered
          ? resultText(entry)
          : transfer(`status.${entry.status === 'pending' ? 'pending' : 'confirmed'}`)
      }
    />
  );
}

/** The chain and action selected in the URL. */
type StakeParams = { chainId: number | null; action: StakingKind };

/** Parses the chain and action from the URL. Defaults to the first pool and `stake`. */
function readStakeParams(params: Pick<URLSearchParams, 'get'>): StakeParams {
  return {
    chainId: readChainId(params),
    action: stakingKinds.find((kind) => kind === params.get('action')) ?? 'stake',
  };
}

/** Panel for staking actions: network, action, and recent transactions. */
export function StakePanel({
  account,
  pools,
  live,
  chains,
  entries,
}: {
  account: Address;
  pools: readonly StakingPool[];
  live: ReadonlyMap<number, LivePool>;
  chains: readonly ChainMapping[];
  /** The account's transactions on all networks. */
  entries: readonly StakeEntry[];
}) {
  const t = useTranslations('wallet.stake');
  const node = useTranslations('wallet.node');
  const id = useId();
  const place = readStakeParams(usePageParams());
  const [sent, setSent] = useState(0);

  const pool = pools.find(({ chainId }) => chainId === place.chainId) ?? pools[0];
  const chain = chains.find((candidate) => candidate.id === pool?.chainId);
  if (!pool || !chain) return null;
  const { action } = place;
  const own = entries.filter(({ chainId }) => chainId === chain.id);
  const current = live.get(chain.id);
  const { staking, reward } = pool.data ?? {};

  const isUnlisted = pool.data !== undefined && !(staking && reward);
  const isLoading = !isUnlisted && !current && (pool.data !== undefined || !pool.isFailed);

  const review = ({ token, amount }: ActionOrder) => {
    const plan = stakePlan({ action, chainId: chain.id, pool: pool.address, account, token, amount });
    // An amount that was sent doesn't stay in the form.
    openReview({ account, plan, onSent: () => setSent((count) => count + 1) });
  };

  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} className="text-xl">
        {t('panel')}
      </h2>
      <NetworkSelect
        chain={chain}
        chainIds={pools.map(({ chainId }) => chainId)}
        chains={chains}
        onChange={(chainId) => updatePageParams({ chain: String(chainId) })}
      />
      {current ? <NodeNote chainId={chain.id} network={chain.name} /> : null}
      <Tabs<StakingKind>
        label={t('panel')}
        tabs={stakingKinds.map((kind) => ({ value: kind, label: t(`tab.${kind}`) }))}
        value={action}
        onChange={(next) => updatePageParams({ action: next })}
      >
        {current && staking && reward ? (
          <StakeAction
            key={`${chain.id} ${sent}`}
            action={action}
            chainId={chain.id}
            live={current}
            staking={staking}
            reward={reward}
            isUnderWay={own.some(({ kind, status }) => kind === action && status === 'pending')}
            onReview={review}
          />
        ) : isLoading ? (
          <Placeholder>
            <AmountFormSkeleton />
          </Placeholder>
        ) : (
          <p className="text-muted">{isUnlisted ? t('unlisted') : node('unavailable')}</p>
        )}
      </Tabs>
      {/* Rendered after the form has loaded, because its height is unknown until then. */}
      {isLoading ? (
        <Placeholder>
          <FeesLinkSkeleton />
        </Placeholder>
      ) : (
        <FeesLink />
      )}
      <StakeProgress entries={own} chain={chain} />
    </section>
  );
}
