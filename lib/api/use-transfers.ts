import { useEffect, useEffectEvent } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { useSession } from '@/lib/session/session';
import { type ApiError, call } from './client';
import type { TransferJob, TransferQuote, TransferQuoteRequest, TransferRequest } from './types';

/** How often a quote is renewed while a form shows it: a relayer can stop, and a budget can be used up. */
const QUOTE_POLL_MS = 15_000;
/** How often a job is read while it's undecided. */
const JOB_POLL_MS = 1_000;
/** First and longest delay between attempts to send a signature. */
const SEND_RETRY_MS = { first: 1_000, longest: 15_000 } as const;
/** Error codes to retry: too many requests, or RPC endpoint or server unreachable. */
const retriable = [0, 429, 500, 502, 503];
/** HTTP statuses of the client that don't refuse a transfer: signed out, or too many requests. */
const temporary = [401, 403, 429];

/** A page's first data has none of these answers, so they are always asked for. */
const asked = { revalidateOnMount: true } as const;

/**
 * React hook that returns whether a payment can be made without a fee, with the payment that it was asked for. Keeps the
 * last quote while the next one loads. The caller shows errors.
 */
export function useTransferQuote(request: TransferQuoteRequest | null) {
  const token = useSession((state) => state.token);
  return useSWR(
    token && request ? (['/transfer/quote', token, request] as const) : null,
    async ([path, , body]) => ({
      request: body,
      quote: await call<TransferQuote>(path, { body, json: true, silent: true }),
    }),
    { ...asked, keepPreviousData: true, refreshInterval: QUOTE_POLL_MS },
  );
}

const jobKey = (token: string | null, id: string | null) =>
  token && id ? (['/transfer/status', token, id] as const) : null;

const isUndecided = (job: TransferJob | undefined) =>
  job === undefined || job.state === 'queued' || job.state === 'sent';

/** React hook that returns what the API knows of a signed transfer: a hint, because only the chain ends it. */
export function useTransferJob(id: string | null) {
  const token = useSession((state) => state.token);
  return useSWR(
    jobKey(token, id),
    async ([path, , id]) => {
      const { jobs } = await call<{ jobs: TransferJob[] }>(path, { params: { id }, silent: true });
      return jobs[0];
    },
    { ...asked, refreshInterval: (job) => (isUndecided(job) ? JOB_POLL_MS : 0) },
  );
}

/** Returns why the API doesn't queue a transfer. */
function refusalOf({ data }: ApiError): string {
  const reason = typeof data === 'object' && data !== null && 'reason' in data ? data.reason : null;
  return typeof reason === 'string' ? reason : 'unknown';
}

/**
 * React hook that sends a signed transfer to the API until the API queues or refuses it. The same signature can be sent
 * again after a lost answer, because the API has one job for it. Sends nothing if `request` is null, or signed out.
 */
export function useSendTransfer(
  id: string,
  request: TransferRequest | null,
  { onQueued, onRefused }: { onQueued: () => void; onRefused: (reason: string) => void },
): void {
  const token = useSession((state) => state.token);
  const { mutate } = useSWRConfig();
  const { data: job, error } = useSWR<TransferJob, ApiError>(
    token && request ? ['/transfer/send', token, id] : null,
    ([path]: readonly [string]) =>
      call<TransferJob>(path, { body: { ...request }, json: true, silent: true }),
    {
      ...asked,
      revalidateOnFocus: false,
      onErrorRetry: (failure, _key, _config, revalidate, { retryCount }) => {
        if (!retriable.includes(failure.code)) return;
        const delay = Math.min(SEND_RETRY_MS.first * 2 ** (retryCount - 1), SEND_RETRY_MS.longest);
        setTimeout(() => void revalidate({ retryCount }), delay);
      },
    },
  );
  const accept = useEffectEvent((queued: TransferJob) => {
    void mutate(jobKey(token, id), queued, { revalidate: false });
    onQueued();
  });
  const refuse = useEffectEvent((refused: ApiError) => onRefused(refusalOf(refused)));
  useEffect(() => {
    if (job) accept(job);
  }, [job]);
  useEffect(() => {
    // A signed-out user can send it after the next sign-in.
    if (error && error.status >= 400 && error.status < 500 && !temporary.includes(error.status))
      refuse(error);
  }, [error]);
}

/** React hook that returns a function to take a transfer from the API's queue. @throws ApiError after a warning. */
export function useCancelTransfer(): (id: string) => Promise<void> {
  const token = useSession((state) => state.token);
  const { mutate } = useSWRConfig();
  return async (id) => {
    const job = await call<TransferJob>('/transfer/cancel', { body: { id } });
    await mutate(jobKey(token, id), job, { revalidate: false });
  };
}
