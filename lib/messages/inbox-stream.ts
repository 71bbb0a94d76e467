import type { Hex } from 'viem';
import { headers, streamUrl } from '@/lib/api/client';

/** Delays before the stream is reopened, in ms. The last one repeats. */
const REOPEN_MS = [1_000, 6_000, 30_000, 120_000] as const;

/** Reads a stream to its end, and calls `onWaiting` for each event. Comment lines are heartbeats. */
async function follow(deviceKey: Hex, onWaiting: () => void, signal: AbortSignal): Promise<void> {
  const url = streamUrl('/messages/stream', { deviceKey });
  // EventSource can't set headers, and a session token in the query string would appear in logs.
  const response = await fetch(url, { headers: headers(url), signal });
  // The device may have been revoked. The next inbox request detects that.
  if (response.status === 403) onWaiting();
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (line + part.value).split('\n');
    line = lines.pop() ?? '';
    if (lines.some((one) => one.startsWith('event: waiting'))) onWaiting();
  }
}

/**
 * Calls `onWaiting` whenever an item is queued for the device. Returns a function that stops it. Without a stream, the
 * messenger polls.
 */
export function followInbox(deviceKey: Hex, onWaiting: () => void): () => void {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = async (attempt: number): Promise<void> => {
    const started = Date.now();
    try {
      await follow(deviceKey, onWaiting, abort.signal);
    } catch {
      // The API calls report an unreachable server.
    }
    if (abort.signal.aborted) return;
    const next = Date.now() - started > 60_000 ? 0 : attempt + 1;
    timer = setTimeout(() => void open(next), REOPEN_MS[Math.min(next, REOPEN_MS.length - 1)]);
  };
  void open(0);
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}
