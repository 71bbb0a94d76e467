import { useSession } from '@/lib/session/session';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { Post } from './messages';

/**
 * Tells what becomes of the logged-in account's transactions: those under way now, then each change. Part of the
 * wallet's code, so never imported by a public page.
 */
export function reportTransactions(post: Post): () => void {
  const told = new Map<string, string>();
  const tell = ({ entries }: { entries: ReturnType<typeof useLedger.getState>['entries'] }) => {
    const { account } = useSession.getState();
    for (const entry of entries) {
      const { id, chainId, hash, kind, status: state } = entry;
      // A shell knows it by its hash, which of a batch the wallet tells later.
      if (hash === null || entry.account !== account || told.get(id) === hash + state) continue;
      told.set(id, hash + state);
      post({ type: 'transaction', chainId, hash, kind, state });
    }
  };
  for (const { id, hash, status } of useLedger.getState().entries)
    if (status !== 'pending') told.set(id, hash + status);
  tell(useLedger.getState());
  return useLedger.subscribe(tell);
}
