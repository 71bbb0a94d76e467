import { useEffect, useEffectEvent } from 'react';
import { useConfig } from 'wagmi';
import { BATCH_POLL_MS } from '@/lib/wallet-constants';
import { lookUpBatch } from './batch-end';
import type { LedgerEntry } from './ledger-entry';
import type { TransactionEnd } from './transaction-end';
import { updateLedger } from './transaction-ledger';

/**
 * Asks the wallet what became of a batch (EIP-5792, wallet_getCallsStatus), until it tells the transaction, which is then
 * followed as any other, or that there is none. `onEnd` is told of that once.
 */
export function useFollowBatch(entry: LedgerEntry, onEnd: (end: TransactionEnd) => void): void {
  const { id, hash, status } = entry;
  const config = useConfig();
  const look = useEffectEvent(async () => {
    const { batch } = entry;
    return batch ? lookUpBatch(config, { ...entry, batch }) : null;
  });
  const end = useEffectEvent(onEnd);
  const isWaiting = status === 'pending' && hash === null;

  useEffect(() => {
    if (!isWaiting) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async () => {
      const news = await look();
      if (!current) return;
      if (!news) timer = setTimeout(() => void follow(), BATCH_POLL_MS);
      else if ('hash' in news) updateLedger(id, { hash: news.hash });
      else {
        end(news);
        updateLedger(id, news);
      }
    };
    void follow();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [isWaiting, id]);
}
