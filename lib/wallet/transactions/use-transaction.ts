import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Hash } from 'viem';
import { useConfig, useConnection } from 'wagmi';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { isUnreachable } from '@/lib/evm/node-transport';
import { batchingQuery } from './batching';
import { sendCall } from './send-call';
import { sendSpending } from './send-spending';
import type { AnyCall, TransactionPlan, TransactionStep } from './transaction-plan';

/**
 * React hook for on-chain actions. `start` switches the network, requests an exact approval or permit if a token is
 * spent (or batches the approval and the call, EIP-5792), simulates the call, asks the wallet to sign it, and records
 * it. It returns the ledger ID, or null if nothing was sent or the result is uncertain, in which case `problem` is the
 * reason.
 */
export function useTransaction() {
  const config = useConfig();
  const queries = useQueryClient();
  const { address: account } = useConnection();
  const [step, setStep] = useState<TransactionStep>('idle');
  const [problem, setProblem] = useState<ChainErrorCode | null>(null);

  const start = useCallback(
    async ({ spending, ...plan }: TransactionPlan<AnyCall>): Promise<Hash | null> => {
      if (!account) {
        setProblem('walletUnresponsive');
        return null;
      }
      // Checked first, because a simulation would only time out.
      if (isUnreachable(plan.chainId)) {
        setProblem('nodeUnreachable');
        return null;
      }
      setProblem(null);
      setStep('checking');
      try {
        const order = { ...plan, account };
        if (!spending) return await sendCall(config, order, setStep);
        const query = batchingQuery(config, plan.chainId);
        const batching = {
          isOffered: () => queries.fetchQuery(query),
          giveUp: () => void queries.setQueryData(query.queryKey, false),
        };
        return await sendSpending(config, { ...order, spending }, batching, setStep);
      } catch (error) {
        setProblem(chainErrorCode(error));
        return null;
      } finally {
        setStep('idle');
      }
    },
    [config, queries, account],
  );

  return { step, problem, start };
}
