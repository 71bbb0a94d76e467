'use client';

import { Button } from '@/components/ui/button';
import { SAMPLE_PAGE_SIZE } from '@/lib/constants';
import { type SampleResult, useSampleRequest } from './use-sample-request';

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

/** Sample requests with their answer or error, and a cancel (TEST-3). */
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
