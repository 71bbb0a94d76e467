import { useEffect, useRef, useState } from 'react';
import { type Abi, parseAbi, zeroAddress } from 'viem';
import type { Coin } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import type { Approval } from '@/lib/wallet/approvals/grants';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';

/** Declared without return values, because the `approve` function of some tokens returns nothing. */
const abi: Abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
]);

/** Returns the plan to revoke an approval. For an unlisted token, `coinId` is 0. */
function revokePlan(
  approval: Approval,
  { coinId, symbol }: { coinId: number; symbol: string },
): TransactionPlan {
  const { chainId, kind, token, spender, tokenId, decimals } = approval;
  const call = (functionName: string, args: readonly unknown[]): ContractCall => ({
    address: token,
    abi,
    functionName,
    args,
  });
  const calls = {
    amount: () => call('approve', [spender, 0n]),
    collection: () => call('setApprovalForAll', [spender, false]),
    single: () => call('approve', [zeroAddress, tokenId]),
  };
  return {
    chainId,
    intent: { kind: 'revoke', coinId, amountRaw: '0', decimals, symbol, spender, token },
    call: calls[kind](),
  };
}

/** Position (starting at 1) of the revocation that is open in the wallet, and the total number of revocations. */
export type RevokeProgress = { current: number; total: number };

/**
 * React hook that revokes approvals one after another. `revoke` calls `onSent` after each revocation is sent, and stops
 * at the first one that isn't sent.
 */
export function useRevoke(coins: readonly Coin[]) {
  const { step, problem, start } = useTransaction();
  const [progress, setProgress] = useState<RevokeProgress | null>(null);
  /** Number of revocations sent in the last attempt. */
  const [sent, setSent] = useState(0);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const revoke = async (approvals: readonly Approval[], onSent: (approval: Approval) => void) => {
    if (progress) return;
    setSent(0);
    for (const [index, approval] of approvals.entries()) {
      // The component unmounts when the account changes. In that case, don't request the remaining revocations.
      if (!isMounted.current) return;
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
