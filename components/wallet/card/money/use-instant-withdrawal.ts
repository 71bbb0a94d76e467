import { useEffect, useRef, useState } from 'react';
import { type Address, isHex } from 'viem';
import { messageOf } from '@/components/wallet/card/parts/api-problem';
import { leaveCardView, type PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { ApiError } from '@/lib/api/client';
import { requestSignature } from '@/lib/api/use-card';

/** How long the operator may take to sign, before the withdrawal after a delay is offered. */
const SIGNATURE_WAIT_MS = 15_000;

/** Why there is no signature: the operator refused, or didn't answer. `text` is the server's reason, if it gave one. */
type InstantProblem = { kind: 'refused' | 'noAnswer'; text?: string };

/** React hook that gets the operator's signature for an amount, and then opens the review of the withdrawal. */
export function useInstantWithdrawal(account: Address, { place, funds }: PlacedFunds) {
  const [asked, setAsked] = useState<bigint | null>(null);
  const [problem, setProblem] = useState<InstantProblem | null>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);

  const start = async (amount: bigint) => {
    ending.current?.abort();
    const own = new AbortController();
    ending.current = own;
    setAsked(amount);
    setProblem(null);
    const stop = (found: InstantProblem) => {
      if (!own.signal.aborted) setProblem(found);
    };
    try {
      const { state, nonce, deadline, signature } = await requestSignature(
        { chainId: place.chainId, token: funds.token.address, amountRaw: amount.toString(), to: account },
        AbortSignal.any([own.signal, AbortSignal.timeout(SIGNATURE_WAIT_MS)]),
      );
      if (own.signal.aborted) return;
      if (state !== 'signed' || nonce === null || deadline === null || !isHex(signature))
        stop({ kind: 'refused' });
      // An operator that is down doesn't replace a signature that has expired.
      else if (deadline * 1_000 <= Date.now()) stop({ kind: 'noAnswer' });
      else {
        const signed = { nonce: BigInt(nonce), deadline: BigInt(deadline), signature };
        setAsked(null);
        const order = { kind: 'withdrawCardNow', amount, signed } as const;
        reviewCardOrder(account, place, funds.token, order, leaveCardView);
      }
    } catch (error) {
      // An unreachable server and an operator that doesn't answer lead to the same offer.
      const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
      stop(isRefusal ? { kind: 'refused', text: messageOf(error) } : { kind: 'noAnswer' });
    }
  };
  return {
    asked,
    problem,
    isAsking: asked !== null && problem === null,
    start: (amount: bigint) => void start(amount),
  };
}
