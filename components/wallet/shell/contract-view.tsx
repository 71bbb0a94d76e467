import { Fragment, type ReactNode } from 'react';
import type { Address } from 'viem';
import { ListsGate, type WalletLists } from './lists-gate';
import { PageLead } from './page-lead';
import { useLoggedInAccount } from './use-logged-in-account';

export type ContractViewProps = WalletLists & {
  /** The account that is logged in. */
  account: Address | undefined;
};

/**
 * A wallet page about one of the platform's contracts: what it is, then `children` with the lists that it stands on, made
 * anew for another account. Who is not logged in sees what the contract itself tells.
 */
export function ContractView({
  contractName,
  lead,
  conditions,
  absent,
  children,
}: {
  /** As the list of contracts has it. */
  contractName: string;
  lead: string;
  conditions: string;
  /** Said where no network has such a contract. */
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
