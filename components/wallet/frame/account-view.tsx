import { useTranslations } from 'next-intl';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import type { Address } from 'viem';
import { useConnection } from 'wagmi';
import { LeadText } from '@/components/wallet/display/lead-text';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { useSession } from '@/lib/session/session';
import { useShownLists } from '@/lib/wallet/networks/hidden-networks';
import { HiddenNetworksNote } from './hidden-networks-note';
import { StartLayout, StartLead } from './start-preview';

/** React hook that returns the connected account if the user is signed in. */
export function useSignedInAccount(): Address | undefined {
  const isSignedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();
  return isSignedIn ? address : undefined;
}

/**
 * Introduction to a wallet page, with the conditions that apply. It's folded for signed-in users, who come for what is
 * below.
 */
export function PageLead({ lead, conditions }: { lead: string; conditions?: string }) {
  const t = useTranslations('wallet.preview');
  const isFolded = useSignedInAccount() !== undefined;
  const text = (
    <div className="grid gap-3">
      <LeadText className="text-lg text-balance">{lead}</LeadText>
      {conditions ? <LeadText className="text-sm text-balance text-muted">{conditions}</LeadText> : null}
    </div>
  );
  if (!isFolded) return text;
  return (
    <details className="-my-3">
      <summary className="min-h-11 w-fit cursor-pointer py-3 text-sm text-muted">{t('fold')}</summary>
      <div className="pt-2 pb-3">{text}</div>
    </details>
  );
}

/** Lists from the server that every wallet page needs. */
export type WalletLists = {
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  contracts: readonly Contract[];
};

/** Renders `children` with the lists, the page's placeholder while they load, or an error. */
export function ListsGate({
  skeleton,
  hidesNetworks = false,
  children,
}: {
  /** Placeholder for `children`, which show the same one while they read the chains. */
  skeleton: ReactNode;
  /** Whether to leave out networks that the user hides, and to say so. Requests and DApps may need any network. */
  hidesNetworks?: boolean;
  children: (lists: WalletLists) => ReactNode;
}) {
  const t = useTranslations('wallet.transfer');
  const page = useTranslations('wallet.overview');
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
  if (!chains || !coins || !contracts)
    return (
      <>
        <LoadingStatus text={page('loading')} />
        <Placeholder className="min-w-0">{skeleton}</Placeholder>
      </>
    );
  if (!hidesNetworks) return children({ chains, coins, contracts });
  return <ShownLists lists={{ chains, coins, contracts }}>{children}</ShownLists>;
}

function ShownLists({
  lists,
  children,
}: {
  lists: WalletLists;
  children: (lists: WalletLists) => ReactNode;
}) {
  const shown = useShownLists(lists);
  const isAll = shown.chains.length === lists.chains.length;
  if (isAll) return children(shown);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <HiddenNetworksNote />
      {children(shown)}
    </div>
  );
}

export type AccountViewProps = WalletLists & { account: Address };

/**
 * A wallet page about the account. Visitors see an introduction and a sample, and signed-in users see `children`.
 * Remounts `children` when the account changes.
 */
export function AccountView({
  lead,
  conditions,
  leadStays = true,
  startTitle,
  request,
  sample,
  skeleton,
  hidesNetworks = false,
  children,
}: ComponentProps<typeof PageLead> & {
  /** As of `ListsGate`. */
  hidesNetworks?: boolean;
  /** Whether the introduction is still shown after sign-in. */
  leadStays?: boolean;
  /** Heading for visitors. */
  startTitle?: string | undefined;
  /** What visitors came for, if not for the page itself. It replaces the introduction and the sample. */
  request?: ReactNode;
  /** What the page shows, with made-up data, for visitors. */
  sample: ReactNode;
  /** Placeholder for `children`. */
  skeleton: ReactNode;
  children: (view: AccountViewProps) => ReactNode;
}) {
  const account = useSignedInAccount();
  if (!account && request)
    return (
      <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-6">
        {request}
        <StartLead conditions={conditions} />
      </div>
    );
  if (!account)
    return (
      <StartLayout start={<StartLead title={startTitle} lead={lead} conditions={conditions} />}>
        {sample}
      </StartLayout>
    );
  return (
    <div className="grid gap-10">
      {leadStays ? <PageLead lead={lead} conditions={conditions} /> : null}
      <ListsGate skeleton={skeleton} hidesNetworks={hidesNetworks}>
        {(lists) => <Fragment key={account}>{children({ ...lists, account })}</Fragment>}
      </ListsGate>
    </div>
  );
}

export type ContractViewProps = WalletLists & {
  /** The signed-in account, if any. */
  account: Address | undefined;
};
