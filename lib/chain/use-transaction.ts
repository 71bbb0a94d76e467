import { useCallback, useState } from 'react';
import type { Hash } from 'viem';
import { useConfig, useConnection } from 'wagmi';
import { allowSpending } from './allow-spending';
import { type ChainErrorCode, chainErrorCode } from './errors';
import { isOutOfReach } from './node-reach';
import { sendCall } from './send-call';
import type { AnyCall, TransactionPlan, TransactionStep } from './transaction-plan';

/**
 * The one way to do something on a chain: right network, exact approval or permit where a token is spent, simulation,
 * signature, ledger. `start` gives the hash, or null where nothing was sent or none can know, and `problem` says why.
 */
export function useTransaction() {
  const config = useConfig();
  const { address: account } = useConnection();
  const [step, setStep] = useState<TransactionStep>('idle');
  const [problem, setProblem] = useState<ChainErrorCode | null>(null);

  const start = useCallback(
    async ({ spending, ...plan }: TransactionPlan<AnyCall>): Promise<Hash | null> => {
      if (!account) return null;
      // Now, not after the time-outs of a simulation.
      const isOut = isOutOfReach(plan.chainId);
      setProblem(isOut ? 'nodeUnreachable' : null);
      if (isOut) return null;
      setStep('checking');
      try {
        const order = { ...plan, account };
        const call = spending ? await allowSpending(config, { ...order, spending }, setStep) : plan.call;
        return await sendCall(config, { ...order, call }, setStep);
      } catch (error) {
        setProblem(chainErrorCode(error));
        return null;
      } finally {
        setStep('idle');
      }
    },
    [config, account],
  );

  return { step, problem, start };
}
