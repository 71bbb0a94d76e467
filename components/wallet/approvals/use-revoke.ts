import { useEffect, useRef, useState } from 'react';
import type { Coin } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/short-address';
import type { Approval } from '@/lib/wallet/approvals/approval';
import { revokePlan } from '@/lib/wallet/approvals/revoke-plan';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';

/** How far several revocations have come: which one the wallet is asked about, of how many. */
export type RevokeProgress = { current: number; total: number };

/**
 * Takes approvals back, one after the other. What is not sent ends it: the rest is left as it is. `revoke` tells of each
 * that was sent.
 */
export function useRevoke(coins: readonly Coin[]) {
  const { step, problem, start } = useTransaction();
  const [progress, setProgress] = useState<RevokeProgress | null>(null);
  /** How many of the last try were sent. */
  const [sent, setSent] = useState(0);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const revoke = async (approvals: readonly Approval[], onSent: (approval: Approval) => void) => {
    if (progress) return;
    setSent(0);
    for (const [index, approval] of approvals.entries()) {
      // Gone with its account: nobody asks for the rest any more.
      if (!isHere.current) return;
      setProgress({ current: index + 1, total: approvals.length });
      const { chainId, token, symbol } = approval;
      const listed = listedToken(coins, chainId, token);
      const name = listed?.symbol ?? (symbol || shortAddress(token));
      const hash = await start(revokePlan(approval, { coinId: listed?.coinId ?? 0, symbol: name }));
      if (!hash) break;
      setSent(index + 1);
      onSent(approval);
    }
    setProgress(null);
  };
  return { step, problem, progress, sent, revoke };
}
