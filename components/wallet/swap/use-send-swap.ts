import { useState } from 'react';
import { useConfig } from 'wagmi';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { readChainTime } from '@/lib/wallet/swap/arithmetic';
import { useTransaction } from '@/lib/wallet/transactions/use-transaction';
import { type SwapOrder, swapPlan } from './swap-plan';

/** Sends a swap that the network may carry out for so many seconds of its own time; resolves to whether it was sent. */
export function useSendSwap() {
  const config = useConfig();
  const { step, problem, start } = useTransaction();
  const [isTiming, setTiming] = useState(false);
  const [clockProblem, setClockProblem] = useState<ChainErrorCode | null>(null);

  const send = async (order: Omit<SwapOrder, 'deadline'>, seconds: bigint): Promise<boolean> => {
    setTiming(true);
    setClockProblem(null);
    const now = await readChainTime(config, order.place.chainId).catch((error: unknown) => {
      setClockProblem(chainErrorCode(error));
      return null;
    });
    setTiming(false);
    if (now === null) return false;
    return (await start(swapPlan({ ...order, deadline: now + seconds }))) !== null;
  };

  return {
    step: isTiming ? 'checking' : step,
    problem: clockProblem ?? problem,
    send,
  } as const;
}
