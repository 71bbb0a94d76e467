import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { Tabs } from '@/components/ui/tabs';
import { AmountFormSkeleton, FeesLinkSkeleton } from '@/components/wallet/display/form-skeleton';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { EarnPanel, type EntryOf } from '@/components/wallet/earn-page/earn-panel';
import { FeesLink } from '@/components/wallet/frame/fees-link';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { openReview } from '@/components/wallet/transaction-sheet/sheet';
import type { ChainMapping } from '@/lib/api/types';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { StakingPool } from '@/lib/wallet/stake/use-staking-pools';
import { type StakingKind, stakingKinds } from '@/lib/wallet/transactions/transaction-kinds';
import { type ActionOrder, StakeAction } from './stake-action';
import { stakePlan } from './stake-plan';

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
  entries: readonly EntryOf<StakingKind>[];
}) {
  const t = useTranslations('wallet.stake');
  const transfer = useTranslations('wallet.transfer');
  const node = useTranslations('wallet.node');
  const chosen = usePageParams().get('action');
  const action = stakingKinds.find((kind) => kind === chosen) ?? 'stake';
  const [sent, setSent] = useState(0);
  return (
    <EarnPanel
      title={t('panel')}
      contracts={pools}
      chains={chains}
      entries={entries}
      entryText={(kind, values) => t(`entry.${kind}`, values)}
      statusText={({ status }) => transfer(`status.${status === 'pending' ? 'pending' : 'confirmed'}`)}
    >
      {(pool, chain, own) => {
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
          <>
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
          </>
        );
      }}
    </EarnPanel>
  );
}
