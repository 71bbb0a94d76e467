import { useEffect } from 'react';
import { type Config, useConfig } from 'wagmi';
import { getCallsStatus } from 'wagmi/actions';
import { ATTEMPT_KEPT_MS, ATTEMPT_POLL_MS } from '@/lib/wallet-constants';
import { type Attempt, endAttempt } from './attempts';
import { findMoves } from './find-moves';
import { addBatchToLedger, addToLedger, useLedger } from './transaction-ledger';

/** Returns whether the wallet accepted a batch (EIP-5792). The wallet returns an error for unknown batch IDs. */
const isTakenOn = (config: Config, id: string): Promise<boolean> =>
  getCallsStatus(config, { id }).then(
    () => true,
    () => false,
  );

/** React hook that finds a transaction whose hash the wallet never returned, and adds it to the ledger. */
export function useRecoverAttempt(attempt: Attempt): void {
  const config = useConfig();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const { id, contract, fromBlock, createdAt, batch, ...asked } = attempt;
    const sent = batch ? { ...asked, batch: { id: batch, contract, fromBlock } } : asked;
    const look = async () => {
      const isTaken = batch !== undefined && (await isTakenOn(config, batch));
      // If the node is unreachable, retry later.
      const hashes = isTaken ? [] : await findMoves(config, attempt).catch(() => []);
      if (!current) return;
      const known = new Set(useLedger.getState().entries.map(({ hash }) => hash));
      const hash = hashes.find((candidate) => !known.has(candidate));
      if (isTaken) addBatchToLedger({ ...asked, id: batch, batch: { id: batch, contract, fromBlock } });
      if (hash) addToLedger({ ...sent, id: batch, hash });
      if (isTaken || hash || Date.now() - createdAt > ATTEMPT_KEPT_MS) endAttempt(id);
      else timer = setTimeout(() => void look(), ATTEMPT_POLL_MS);
    };
    timer = setTimeout(() => void look(), ATTEMPT_POLL_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [attempt, config]);
}
