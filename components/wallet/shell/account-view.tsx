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

/** React hook that returns the connected account if it is signed in. */
export function useLoggedInAccount(): Address | undefined {
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  return loggedIn ? address : undefined;
}

/** How to get started, for visitors without a wallet. */
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

/** Introduction of a wallet page, with its conditions. */
export function PageLead({ lead, conditions }: { lead: string; conditions?: string }) {
  return (
    <div className="grid gap-3">
      <p className="measure text-lg text-balance">{lead}</p>
      {conditions ? <p className="measure text-sm text-balance text-muted">{conditions}</p> : null}
    </div>
  );
}

/** The server's lists that every wallet page needs. */
export type WalletLists = {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Renders `children` with the lists, or a loading or error state. */
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
 * A wallet page about the account: lead and sign-in offer, or
 * `children` once signed in, remounted when the account changes.
 */
export function AccountView({
  lead,
  conditions,
  leadStays = true,
  offer,
  children,
}: ComponentProps<typeof PageLead> & {
  /** Whether the lead stays after sign-in. */
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
  /** The signed-in account. */
  account: Address | undefined;
};

/**
 * A wallet page about one of the platform's contracts: lead, then `children` with the
 * lists, remounted when the account changes. Visitors see the contract's public data.
 */
export function ContractView({
  contractName,
  lead,
  conditions,
  absent,
  children,
}: {
  /** Name in the list of contracts. */
  contractName: string;
  lead: string;
  conditions: string;
  /** Shown if no network has such a contract. */
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
