import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import type { Address } from 'viem';
import { useConnection } from 'wagmi';
import { RetryAlert } from '@/components/wallet/retry-alert';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { useSession } from '@/lib/session';

export type ContractViewProps = {
  /** The account that is logged in. */
  account: Address | undefined;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/**
 * A wallet page about one of the platform's contracts, or about all networks: what it is, then `children` with the lists that it stands on,
 * made anew for another account.
 */
export function ContractView({
  contractName,
  lead,
  conditions,
  absent,
  children,
}: {
  /** As the list of contracts has it; without one the page is about whatever the account has. */
  contractName?: string;
  lead: string;
  conditions: string;
  /** Said where no network has such a contract. */
  absent?: string;
  children: (lists: ContractViewProps) => ReactNode;
}) {
  const t = useTranslations('wallet.transfer');
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  const account = loggedIn ? address : undefined;
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;
  const isListed = contractName === undefined || contracts?.some(({ name }) => name === contractName);
  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <p className="measure text-lg">{lead}</p>
        <p className="measure text-sm text-muted">{conditions}</p>
      </div>
      {lists.some(({ data, error }) => error && !data) ? (
        <RetryAlert
          message={t('listsFailed')}
          retryLabel={t('retry')}
          onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
        />
      ) : !chains || !coins || !contracts ? (
        <div aria-busy="true" className="busy-line" />
      ) : isListed ? (
        <Fragment key={account ?? ''}>{children({ account, chains, coins, contracts })}</Fragment>
      ) : (
        <p>{absent}</p>
      )}
    </div>
  );
}
