import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { type Address, isAddressEqual } from 'viem';
import { ScanNote } from '@/components/wallet/display/scan-note';
import { VirtualRows } from '@/components/wallet/display/virtual-rows';
import { ChainSection } from '@/components/wallet/frame/chain-section';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import type { Approval } from '@/lib/wallet/approvals/approval-events';
import { permit2On } from '@/lib/wallet/approvals/permit2';
import { useApprovals } from '@/lib/wallet/approvals/use-approvals';
import { useDelegation } from '@/lib/wallet/approvals/use-delegation';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { ApprovalDate, ApprovalRow } from './approval-row';
import { ApprovalSkeleton } from './approvals-skeleton';
import { DelegationNote } from './delegation-note';
import { rankApprovals } from './rank-approvals';

const ROW_PX = 176;

/** One network's active approvals, riskiest first. */
export function ChainApprovals({
  chain,
  account,
  coins,
  contracts,
  chosen,
  onChoose,
  onGone,
  onRevoke,
}: {
  chain: ChainMapping;
  account: Address;
  coins: readonly Coin[];
  contracts: readonly Contract[];
  chosen: ReadonlyMap<string, Approval>;
  onChoose: (approval: Approval, isChosen: boolean) => void;
  /** Called with the IDs of selected approvals that no longer exist. */
  onGone: (ids: readonly string[]) => void;
  onRevoke: (approval: Approval) => void;
}) {
  const t = useTranslations('wallet.approvals');
  const prices = useDisplayPrices();
  const ledger = useLedger((state) => state.entries);
  const { data, scan, isFailed, isLoading, retry } = useApprovals(
    chain.id,
    account,
    permit2On(contracts, chain.id),
  );
  const delegation = useDelegation(chain.id, account);
  const ranked = rankApprovals(data?.live ?? [], { coins, contracts, priceOf: prices.priceOf });
  // An empty list isn't the whole answer before the account's code is known.
  const isChecking = delegation.delegate === undefined && !delegation.isFailed;
  const pending = ledger.filter(
    (entry) =>
      entry.kind === 'revoke' &&
      entry.status === 'pending' &&
      entry.account === account &&
      entry.chainId === chain.id,
  );
  const announceRevoked = useEffectEvent((live: readonly Approval[]) => {
    const liveIds = new Set(live.map((approval) => approval.id));
    const gone = [...chosen.values()].filter(
      (approval) => approval.chainId === chain.id && !liveIds.has(approval.id),
    );
    if (gone.length > 0) onGone(gone.map((approval) => approval.id));
  });
  useEffect(() => {
    if (data) announceRevoked(data.live);
  }, [data]);

  return (
    <ChainSection
      chainId={chain.id}
      name={chain.name}
      count={ranked.length}
      failure={isFailed ? t(data ? 'stale' : 'unreachable') : null}
      retryLabel={t('retry')}
      onRetry={() => {
        retry();
        delegation.retry();
      }}
      loadingText={t('loading')}
      skeleton={isLoading || isChecking ? <ApprovalSkeleton /> : null}
      emptyText={t('none')}
      className="gap-4"
      lead={<DelegationNote {...delegation} retry={isFailed ? undefined : delegation.retry} chain={chain} />}
      list={
        <VirtualRows
          label={t('list', { network: chain.name })}
          items={ranked}
          keyOf={({ approval }) => approval.id}
          rowHeight={() => ROW_PX}
        >
          {(item) => (
            <ApprovalRow
              item={item}
              chain={chain}
              date={<ApprovalDate approval={item.approval} />}
              money={prices.money}
              icon={coins.find(({ symbol }) => symbol === item.listed?.symbol)?.icon}
              isChosen={chosen.has(item.approval.id)}
              pending={pending.find(
                ({ token, spender, request }) =>
                  token === item.approval.token &&
                  spender === item.approval.spender &&
                  isAddressEqual(request.to, item.approval.contract),
              )}
              onChoose={(isChosen) => onChoose(item.approval, isChosen)}
              onRevoke={() => onRevoke(item.approval)}
            />
          )}
        </VirtualRows>
      }
    >
      {data && data.unreadable.length > 0 ? (
        <p className="measure text-sm text-muted">{t('unreadable', { count: data.unreadable.length })}</p>
      ) : null}
      <ScanNote scan={scan} chainId={chain.id} />
    </ChainSection>
  );
}
