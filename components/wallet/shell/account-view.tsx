import { type ComponentProps, Fragment, type ReactNode } from 'react';
import type { Address } from 'viem';
import { ListsGate, type WalletLists } from './lists-gate';
import { PageLead } from './page-lead';
import { StartOffer } from './start-offer';
import { useLoggedInAccount } from './use-logged-in-account';

export type AccountViewProps = WalletLists & { account: Address };

/**
 * A wallet page about what the account has: what it is and how to begin, and for who is logged in `children`, made anew
 * for another account.
 */
export function AccountView({
  lead,
  conditions,
  leadStays = true,
  offer,
  children,
}: ComponentProps<typeof PageLead> & {
  /** Whether who is logged in reads the lead, too. */
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
