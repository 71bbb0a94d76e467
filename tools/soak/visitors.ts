import { setTimeout as delay } from 'node:timers/promises';
import type { LoadClient } from './load-client';
import type { Tally } from './tally';

const PRICE_STREAM_RETRY_MS = 3_000;

const PAGES = [
  '/home',
  '/zh-Hant/home',
  '/download',
  '/about',
  '/cont/1',
  '/zh-Hant/cont/2',
  '/wallet',
  '/contact',
];
const READS = ['/coin/pricing', '/config/website', '/config/chainMapping', '/coin/all'];
/** A stream is silent for at most this long: the site sends heartbeats every 15 seconds. */
const SILENCE_MS = 60_000;

/** Opens a page and what it reads, again and again, until the load stops. Pauses `paceMs` on average between pages. */
export async function visit(client: LoadClient, paceMs: number, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  await pause(Math.random() * paceMs);
  for (let turn = Math.floor(Math.random() * PAGES.length); !signal.aborted; turn += 1) {
    await client.call('GET a page', PAGES[turn % PAGES.length] ?? '');
    const read = READS[turn % READS.length] ?? '';
    await client.call(`GET ${read}`, `/api${read}`);
    await pause(paceMs * (0.5 + Math.random()));
  }
}

export type StreamCounts = { open: number; events: number };

/** Reads a price stream until the load stops. Opens it again after an end, as browsers do. */
export async function readStream(
  client: LoadClient,
  tally: Tally,
  { counts, signal, spreadMs }: { counts: StreamCounts; signal: AbortSignal; spreadMs: number },
): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  await pause(Math.random() * spreadMs);
  while (!signal.aborted) {
    const startedAt = performance.now();
    const note = (outcome: number | string, retryAfter?: string) =>
      tally.add('GET /coin/pricing/stream (opening)', {
        outcome,
        ms: performance.now() - startedAt,
        retryAfter,
      });
    try {
      const response = await client.open('/api/coin/pricing/stream', {}, SILENCE_MS);
      const status = response.statusCode ?? 0;
      note(status, response.headers['retry-after']);
      if (status !== 200) response.resume();
      else {
        counts.open += 1;
        const end = () => response.destroy();
        signal.addEventListener('abort', end, { once: true });
        try {
          for await (const chunk of response)
            counts.events += String(chunk).split('event: prices').length - 1;
        } catch (error) {
          if (!signal.aborted) tally.fault(`a price stream broke (${String(error)})`);
        } finally {
          counts.open -= 1;
          signal.removeEventListener('abort', end);
        }
      }
    } catch (error) {
      if (!signal.aborted)
        note(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
    await pause(PRICE_STREAM_RETRY_MS);
  }
}
