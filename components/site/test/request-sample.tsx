'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { REQUEST_TIMEOUT_MS } from '@/lib/api/api-settings';
import { type CallOptions, call } from '@/lib/api/client';

const SAMPLE_PAGE_SIZE = 20;

type SampleResult =
  | { state: 'idle' }
  | { state: 'pending' }
  | { state: 'cancelled' }
  | { state: 'answered'; ms: number; data: unknown }
  | { state: 'failed'; ms: number; message: string };

/**
 * React hook that sends one request at a time, with a timeout. `cancel` aborts the request, and so does leaving the
 * page.
 */
function useSampleRequest() {
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

export type RequestWording = Record<
  'userInfo' | 'coinList' | 'coin' | 'cancel' | 'idle' | 'pending' | 'cancelled' | 'answered' | 'failed',
  string
>;

function status(result: SampleResult, wording: RequestWording): string {
  if (result.state === 'answered') return wording.answered.replace('{ms}', String(result.ms));
  if (result.state === 'failed')
    return wording.failed.replace('{ms}', String(result.ms)).replace('{message}', result.message);
  return wording[result.state];
}

/** Sample requests with their response or error, and a cancel button (TEST-3). */
export function RequestSample({ wording }: { wording: RequestWording }) {
  const { result, send, cancel } = useSampleRequest();
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void send('/user/info')}>
          {wording.userInfo}
        </Button>
        <Button
          size="small"
          onClick={() => void send('/coin/list', { pageNum: 1, pageSize: SAMPLE_PAGE_SIZE })}
        >
          {wording.coinList}
        </Button>
        <Button size="small" onClick={() => void send('/coin/1')}>
          {wording.coin}
        </Button>
        <Button size="small" variant="plain" disabled={result.state !== 'pending'} onClick={cancel}>
          {wording.cancel}
        </Button>
      </div>
      <p role="status" className={`mt-4 text-sm ${result.state === 'failed' ? 'text-error' : 'text-muted'}`}>
        {status(result, wording)}
      </p>
      {result.state === 'answered' ? (
        <pre className="mt-3 max-h-80 overflow-auto rounded-sharp border border-line bg-sunken p-4 font-mono text-xs whitespace-pre-wrap">
          {JSON.stringify(result.data, null, 2)}
        </pre>
      ) : null}
    </div>
  );
}
