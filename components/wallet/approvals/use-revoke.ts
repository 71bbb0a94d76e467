import { useEffect, useRef, useState } from 'react';
import { type Abi, parseAbi, zeroAddress } from 'viem';
import type { Coin } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import type { Approval } from '@/lib/wallet/approvals/grants';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';

/** Some tokens' approve gives no answer, so none is expected. */
const abi: Abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
]);

/** Takes an approval back. `coinId` and `symbol` are those of the list where the token is listed. */
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
