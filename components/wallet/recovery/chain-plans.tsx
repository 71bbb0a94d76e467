import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { ChainSection } from '@/components/wallet/frame/chain-section';
import type { ChainRead } from '@/lib/wallet/networks/chain-reads';
import type { PlannedRecovery, RecoveryRead } from '@/lib/wallet/recovery/use-recovery-plans';
import { PlanRow } from './plan-row';
import { type RecoveryDraft, RecoveryForm } from './recovery-form';
import { PlansSkeleton } from './recovery-skeleton';
import { usePlaceName, useRecoveryOrder } from './use-recovery-order';

/** A network's contracts, with what the account named in each. */
export function ChainPlans({
  account,
  network,
  read: { chainId, data, isFailed, refetch },
  draft,
  onDraft,
}: {
  account: Address;
  network: string;
  read: ChainRead<RecoveryRead>;
  draft: RecoveryDraft;
  onDraft: (draft: RecoveryDraft) => void;
}) {
  const t = useTranslations('wallet.recovery');
  const nameOf = usePlaceName();
  const review = useRecoveryOrder(account);
  const [edited, setEdited] = useState<Address | null>(null);
  const planned = data?.planned ?? [];
  const form = (one: PlannedRecovery) => (
    <RecoveryForm
      id={`recovery-${one.chainId}-${one.name}`}
      label={t('formLabel', { where: t('where', { contract: nameOf(one), network }) })}
      account={account}
      chainId={one.chainId}
      draft={draft}
      onChange={onDraft}
      onCancel={() => setEdited(null)}
      onReview={(order) => review(one, { kind: 'setRecovery', ...order }, () => setEdited(null))}
    />
  );
  return (
    <ChainSection
      chainId={chainId}
      name={network}
      count={planned.length}
      failure={isFailed ? t(data ? 'stale' : 'unreachable') : null}
      retryLabel={t('retry')}
      onRetry={() => void refetch()}
      loadingText={t('loading')}
      skeleton={data || isFailed ? null : <PlansSkeleton />}
      emptyText={t('none')}
      className="gap-4"
      list={
        <ul className="border-b border-line">
          {planned.map((one) => (
            <PlanRow
              key={one.address}
              account={account}
              planned={one}
              at={data?.at ?? 0n}
              network={network}
              form={edited === one.address ? form(one) : null}
              onEdit={() => setEdited(one.address)}
            />
          ))}
        </ul>
      }
    >
      {null}
    </ChainSection>
  );
}
