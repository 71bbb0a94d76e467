import type { Post } from '@/lib/embed/messages';
import { useWalletWanted } from '../wallet-door';

/** Reports transactions as soon as the wallet is wanted: what they need is the wallet's code. */
export function reportWallet(post: Post): () => void {
  let stopReport: (() => void) | undefined;
  let stopped = false;
  const start = async () => {
    const { reportTransactions } = await import('@/lib/embed/report');
    if (!stopped) stopReport ??= reportTransactions(post);
  };
  const startIfWanted = ({ wanted }: { wanted: number }) => {
    // When this code cannot be fetched, neither can the wallet's, which says so and is tried again.
    if (wanted > 0 && !stopReport) void start().catch(() => undefined);
  };
  startIfWanted(useWalletWanted.getState());
  const unsubscribe = useWalletWanted.subscribe(startIfWanted);
  return () => {
    stopped = true;
    unsubscribe();
    stopReport?.();
  };
}
