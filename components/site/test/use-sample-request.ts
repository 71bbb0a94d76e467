import { useEffect, useRef, useState } from 'react';
import { type CallOptions, call } from '@/lib/api/client';
import { REQUEST_TIMEOUT_MS } from '@/lib/constants';

export type SampleResult =
  | { state: 'idle' }
  | { state: 'pending' }
  | { state: 'cancelled' }
  | { state: 'answered'; ms: number; data: unknown }
  | { state: 'failed'; ms: number; message: string };

/** One request at a time with a time-out; `cancel` aborts it, and so does leaving the page. */
export function useSampleRequest() {
  const [result, setResult] = useState<SampleResult>({ state: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(path: string, params?: CallOptions['params']) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const start = performance.now();
    const since = () => Math.round(performance.now() - start);
    setResult({ state: 'pending' });
    try {
      const options: CallOptions = { signal: controller.signal, timeoutMs: REQUEST_TIMEOUT_MS };
      const data = await call<unknown>(path, params ? { ...options, params } : options);
      if (running.current === controller) setResult({ state: 'answered', ms: since(), data });
    } catch (error) {
      if (running.current !== controller) return;
      if (controller.signal.aborted) setResult({ state: 'cancelled' });
      else
        setResult({
          state: 'failed',
          ms: since(),
          message: error instanceof Error ? error.message : String(error),
        });
    }
  }

  return { result, send, cancel: () => running.current?.abort() };
}
