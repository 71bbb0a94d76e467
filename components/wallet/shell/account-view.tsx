import { useTranslations } from 'next-intl';
import { type ComponentProps, Fragment, type ReactNode, useId } from 'react';
import type { Address } from 'viem';
import { useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';

/** React hook that returns the connected account if the user is signed in. */
export function useLoggedInAccount(): Address | undefined {
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  return loggedIn ? address : undefined;
}

/** Steps to get started, for visitors who are not signed in. */
export function StartOffer({
  title,
  steps,
  connectLabel,
}: {
  title: string;
  steps: readonly string[];
  connectLabel: string;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ol className="grid list-decimal gap-2 ps-5 text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div>
        <Button variant="signal" onClick={() => openDialog('wallet')}>
          {connectLabel}
        </Button>
      </div>
    </section>
  );
}

/** Introduction to a wallet page, with the conditions that apply. */
export function PageLead({ lead, conditions }: { lead: string; conditions?: string }) {
  return (
    <div className="grid gap-3">
      <p className="measure text-lg text-balance">{lead}</p>
      {conditions ? <p className="measure text-sm text-balance text-muted">{conditions}</p> : null}
    </div>
  );
}

/** Lists from the server that every wallet page needs. */
export type WalletLists = {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Renders `children` with the lists, or shows a loading or error state. */
export function ListsGate({ children }: { children: (lists: WalletLists) => ReactNode }) {
  const t = useTranslations('wallet.transfer');
  const lists = [useChainMapping(), useCoins(), useContracts()] as const;
  const [{ data: chains }, { data: coins }, { data: contracts }] = lists;
  if (lists.some(({ data, error }) => error && !data))
    return (
      <RetryAlert
        message={t('listsFailed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
      />
    );
  if (!chains || !coins || !contracts) return <div aria-busy="true" className="busy-line" />;
  return children({ chains, coins, contracts });
}

export type AccountViewProps = WalletLists & { account: Address };

/**
 * A wallet page about the account: an introduction, followed by steps to get started, or by `children` once the user is
 * signed in. Remounts `children` when the account changes.
 */
export function AccountView({
  lead,
  conditions,
  leadStays = true,
  offer,
  children,
}: ComponentProps<typeof PageLead> & {
  /** Whether the introduction is still shown after sign-in. */
  leadStays?: boolean;
  offer: ComponentProps<typeof StartOffer>;
  children: (view: AccountViewProps) => ReactNode;
}) {
  const account = useLoggedInAccount();
  return (
    <div className="grid gap-10">
      {leadStays || !account ? <PageLead lead={lead} conditions={conditions} /> : null}
      {account ? (
        <ListsGate>
          {(lists) => <Fragment key={account}>{children({ ...lists, account })}</Fragment>}
        </ListsGate>
      ) : (
        <StartOffer {...offer} />
      )}
    </div>
  );
}

export type ContractViewProps = WalletLists & {
  /** The signed-in account, if any. */
  account: Address | undefined;
};

/**
 * A wallet page about one of the platform's contracts: an introduction, followed by `children` with the lists. Remounts
 * `children` when the account changes. Visitors see the contract's public data.
 */
export function ContractView({
  contractName,
  lead,
  conditions,
  absent,
  children,
}: {
  /** The contract's name in the list of contracts. */
  contractName: string;
  lead: string;
  conditions: string;
  /** Text to show if no network has this contract. */
  absent: string;
  children: (lists: ContractViewProps) => ReactNode;
}) {
  const account = useLoggedInAccount();
  return (
    <div className="grid gap-10">
      <PageLead lead={lead} conditions={conditions} />
      <ListsGate>
        {(lists) =>
          lists.contracts.some(({ name }) => name === contractName) ? (
            <Fragment key={account ?? ''}>{children({ ...lists, account })}</Fragment>
          ) : (
            <p>{absent}</p>
          )
        }
      </ListsGate>
    </div>
  );
}
