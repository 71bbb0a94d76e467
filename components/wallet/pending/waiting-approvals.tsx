import type { Address } from 'viem';
import { useChainMapping } from '@/lib/api/hooks';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { WaitingNote } from './waiting-note';

/** The ways out for an approval that something else waits for, once it waits longer than usual. */
export function WaitingApprovals({ account }: { account: Address | undefined }) {
  const { data: chains = [] } = useChainMapping();
  const entries = useLedger((state) => state.entries);
  return entries
    .filter((entry) => entry.kind === 'approve' && entry.account === account)
    .map((entry) => (
      <WaitingNote
        key={entry.id}
        entry={entry}
        nativeSymbol={chains.find(({ id }) => id === entry.chainId)?.nativeSymbol ?? ''}
      />
    ));
}
