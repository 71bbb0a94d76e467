import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import type { Address } from 'viem';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { chainCards, withPanel } from '@/components/wallet/display/chain-cards-skeleton';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import {
  type ContractViewProps,
  ListsGate,
  PageLead,
  useSignedInAccount,
} from '@/components/wallet/frame/account-view';
import { RecoveryNote } from '@/components/wallet/frame/recovery-note';
import { StartLayout, StartLead } from '@/components/wallet/frame/start-preview';
import type { ChainMapping } from '@/lib/api/types';
import type { ContractRead } from '@/lib/wallet/networks/use-contract-reads';

/** What a card shows of a contract. */
type CardContent = {
  icon: ReactNode;
  /** State of the contract, at the end of the heading. */
  mark?: ReactNode;
  /** Whether the contract hasn't been read yet. */
  isLoading: boolean;
  content: ReactNode;
};

/** Each network's contract in a card and, before them, the panel if there is an account and something to do. */
export function EarnCards<Contract extends ContractRead<unknown>>({
  account,
  chains,
  contracts,
  text,
  height,
  skeleton,
  card,
  panel,
}: {
  account: Address | undefined;
  chains: readonly ChainMapping[];
  contracts: readonly Contract[];
  /** Returns a text of the page. */
  text: (key: 'loading' | 'stale' | 'unreachable') => string;
  /** Class that sets the minimum height of a card, as in ChainCard. */
  height: string;
  /** Placeholder for a card's content. */
  skeleton: ReactNode;
  card: (contract: Contract) => CardContent;
  panel: (account: Address) => ReactNode;
}) {
  const t = useTranslations('wallet.transfer');
  const shown = contracts.map((contract) => ({ contract, ...card(contract) }));
  const cards = (
    <div className={chainCards(account !== undefined)}>
      <LoadingStatus text={shown.some(({ isLoading }) => isLoading) ? text('loading') : null} />
      {shown.map(
        ({ contract: { chainId, address, data, isFailed, refetch }, icon, mark, isLoading, content }) => (
          <ChainCard
            key={chainId}
            chainId={chainId}
            name={chains.find(({ id }) => id === chainId)?.name ?? String(chainId)}
            icon={isFailed && data === undefined ? null : icon}
            mark={mark}
            height={height}
            skeleton={isLoading ? skeleton : null}
            failure={isFailed ? text(data === undefined ? 'unreachable' : 'stale') : null}
            isAbsent={data === undefined}
            retryLabel={t('retry')}
            onRetry={() => void refetch()}
          >
            {content}
            {account ? <RecoveryNote account={account} chainId={chainId} contract={address} /> : null}
          </ChainCard>
        ),
      )}
    </div>
  );
  // Without data there is nothing to do, and the cards report the reason.
  if (!account || contracts.every(({ data, isFailed }) => data === undefined && isFailed)) return cards;
  return (
    <div className={withPanel}>
      {panel(account)}
      {cards}
    </div>
  );
}

/**
 * A page of the staking pools, pledge contracts, or presales: an introduction, and `children` with the lists. Visitors
 * see the contracts' public data and a button to connect a wallet. Remounts `children` when the account changes.
 */
export function EarnPage({
  contractName,
  lead,
  conditions,
  absent,
  skeleton,
  children,
}: {
  /** The contract's name in the list of contracts. */
  contractName: string;
  lead: string;
  conditions: string;
  /** Text to show if no network has this contract. */
  absent: string;
  /** Renders the placeholder for `children`. */
  skeleton: (isSignedIn: boolean) => ReactNode;
  children: (lists: ContractViewProps) => ReactNode;
}) {
  const account = useSignedInAccount();
  const view = (
    <ListsGate skeleton={skeleton(account !== undefined)}>
      {(lists) =>
        lists.contracts.some(({ name }) => name === contractName) ? (
          <Fragment key={account ?? ''}>{children({ ...lists, account })}</Fragment>
        ) : (
          <p>{absent}</p>
        )
      }
    </ListsGate>
  );
  if (!account)
    return <StartLayout start={<StartLead lead={lead} conditions={conditions} />}>{view}</StartLayout>;
  return (
    <div className="grid gap-10">
      <PageLead lead={lead} conditions={conditions} />
      {view}
    </div>
  );
}
