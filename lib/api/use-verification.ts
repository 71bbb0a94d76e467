import { useEffect, useEffectEvent } from 'react';
import { useSWRConfig } from 'swr';
import { useSession } from '@/lib/session/session';
import { ApiError, call } from './client';
import { activityKey } from './hooks';

/** First and longest delay between attempts to verify a transaction on the server. */
const VERIFY_RETRY_MS = { first: 1_000, longest: 30_000 } as const;

/** Error codes to retry: not confirmed yet, too many requests, or RPC endpoint or server unreachable. */
const retriable = [0, 425, 429, 500, 502, 503];

/**
 * React hook that asks the server to verify a transaction and retries at increasing intervals until it is verified or
 * rejected. Does nothing if `path` is null. Calls can be repeated, because the server credits each transaction only
 * once.
 */
export function useVerification(
  path: string | null,
  { chainId, txHash }: { chainId: number; txHash: string },
  settle: (refusal: ApiError | null) => void,
): void {
  const { mutate } = useSWRConfig();
  const onSettled = useEffectEvent(settle);
  useEffect(() => {
    if (!path) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (delay: number) => {
      try {
        await call(path, { body: { chainId, txHash }, json: true, silent: true, signal: abort.signal });
        onSettled(null);
        await mutate(activityKey(useSession.getState().token));
      } catch (error) {
        if (abort.signal.aborted || !(error instanceof ApiError)) return;
        if (retriable.includes(error.code)) {
          timer = setTimeout(() => void ask(Math.min(delay * 2, VERIFY_RETRY_MS.longest)), delay);
        } else onSettled(error);
      }
    };
    void ask(VERIFY_RETRY_MS.first);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [path, chainId, txHash, mutate]);
}
