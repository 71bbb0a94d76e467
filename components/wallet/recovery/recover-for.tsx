import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { AddressInput } from '@/components/wallet/fields/address-input';
import type { AccountViewProps } from '@/components/wallet/frame/account-view';
import { updatePageParams, usePageParams } from '@/lib/browser/page-params';
import { useReadAddress } from '@/lib/wallet/ens/use-ens';
import { useRecoveryPlans } from '@/lib/wallet/recovery/use-recovery-plans';
import { OwnerRow } from './owner-row';
import { PlansSkeleton } from './recovery-skeleton';

/** The contracts in which an owner named the account, on every network. */
function OwnerPlans({ owner, account, chains, coins, contracts }: AccountViewProps & { owner: Address }) {
  const t = useTranslations('wallet.recovery');
  const reads = useRecoveryPlans(owner, contracts);
  const networkOf = (chainId: number) => chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
  const own = reads.flatMap(({ chainId, data }) =>
    (data?.planned ?? []).flatMap(({ plan, ...place }) =>
      plan && isAddressEqual(plan.recoveryAddress, account)
        ? [{ place, plan, at: data?.at ?? 0n, network: networkOf(chainId) }]
        : [],
    ),
  );
  const failed = reads.filter(({ isFailed }) => isFailed);
  const isLoading = reads.some(({ data, isFailed }) => data === undefined && !isFailed);
  return (
    <>
      {failed.map(({ chainId, data, refetch }) => (
        <ReadFailure
          key={chainId}
          chainIds={[chainId]}
          message={t('owner.failed', { network: networkOf(chainId) })}
          shown={data ? 'stale' : 'nothing'}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ))}
      <LoadingStatus text={isLoading ? t('loading') : null} />
      {isLoading ? (
        <Placeholder>
          <PlansSkeleton />
        </Placeholder>
      ) : own.length === 0 && failed.length === 0 ? (
        <p className="measure text-muted">{t('owner.none')}</p>
      ) : null}
      <ul className="border-b border-line empty:hidden">
        {own.map((one) => (
          <OwnerRow
            key={`${one.place.chainId} ${one.place.address}`}
            {...one}
            account={account}
            owner={owner}
            coins={coins}
          />
        ))}
      </ul>
    </>
  );
}

/** Form for those who are the recovery address of another account: its owner's address leads to what they can do. */
export function RecoverFor({ account, ...lists }: AccountViewProps) {
  const t = useTranslations('wallet.recovery.owner');
  const problems = useTranslations('wallet.recipient.problem');
  const readAddress = useReadAddress(null);
  const params = usePageParams();
  const id = useId();
  const [typed, setTyped] = useState(params.get('owner') ?? '');
  const [isTouched, setTouched] = useState(typed !== '');
  const read = readAddress(typed);
  const isSelf = 'address' in read && isAddressEqual(read.address, account);
  const owner = 'address' in read && !isSelf ? read.address : null;
  const problem = 'problem' in read ? (typed === '' ? undefined : problems(read.problem)) : undefined;
  const change = (next: string) => {
    setTyped(next);
    const entered = readAddress(next);
    updatePageParams({ owner: 'address' in entered ? entered.address : null });
  };
  return (
    <section aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-xl">
        {t('title')}
      </h2>
      <p className="measure text-sm text-muted">{t('about')}</p>
      <div className="grid max-w-prose gap-3">
        <AddressInput
          id={`${id}-owner`}
          label={t('field')}
          typed={typed}
          onChange={change}
          onBlur={() => setTouched(true)}
          hint={t('hint')}
          error={isSelf ? t('self') : isTouched ? problem : undefined}
        />
      </div>
      {owner ? <OwnerPlans key={owner} owner={owner} account={account} {...lists} /> : null}
    </section>
  );
}
