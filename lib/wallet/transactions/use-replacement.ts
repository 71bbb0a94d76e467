import { useEffect, useRef, useState } from 'react';
import { useConfig } from 'wagmi';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { isUnreachable } from '@/lib/evm/node-transport';
import type { LedgerEntry, ReplacementKind } from './ledger-entry';
import { planReplacement, type Replacement, sendReplacement } from './replacement';
import { findEntry } from './transaction-ledger';

/**
 * Reasons that a pending transaction was not replaced. `gone` means that the transaction is no longer pending, or that
 * only its wallet can replace it.
 */
export type ReplacementProblem = ChainErrorCode | 'gone';

/** React hook that speeds up or cancels a pending transaction: the user reviews the fee, then signs. */
export function useReplacement(entry: LedgerEntry) {
  const config = useConfig();
  const [plan, setPlan] = useState<Replacement | null>(null);
  const [step, setStep] = useState<'idle' | 'checking' | 'signing'>('idle');
  const [problem, setProblem] = useState<ReplacementProblem | null>(null);
  // An order lives no longer than what the user sees of it.
  const ending = useRef(new AbortController());
  useEffect(() => {
    ending.current = new AbortController();
    return () => ending.current.abort();
  }, []);

  const run = async (
    during: 'checking' | 'signing',
    act: (signal: AbortSignal) => Promise<ReplacementProblem | null>,
  ) => {
    const { signal } = ending.current;
    setProblem(null);
    setStep(during);
    const code = await act(signal).catch(chainErrorCode);
    if (signal.aborted) return;
    setStep('idle');
    // A rejection closes the review without a message.
    if (code === 'rejected') setPlan(null);
    else setProblem(code);
  };

  const review = (kind: ReplacementKind) =>
    run('checking', async (signal) => {
      if (isUnreachable(entry.chainId)) return 'nodeUnreachable';
      const next = await planReplacement(config, entry, kind);
      if (!signal.aborted) setPlan(next);
      if (!next) return 'gone';
      return next.isAffordable ? null : 'insufficientFunds';
    });
  const confirm = (confirmed: Replacement) =>
    run('signing', async (signal) => {
      if (findEntry(entry.id)?.status !== 'pending') return 'gone';
      await sendReplacement(config, entry, confirmed, signal);
      return null;
    });
  /** Ends the order. A request that is open in the wallet stays there, and its answer is recorded. */
  const back = () => {
    ending.current.abort();
    ending.current = new AbortController();
    setStep('idle');
    setPlan(null);
    setProblem(null);
  };
  return { plan, step, problem, review, confirm, back };
}
