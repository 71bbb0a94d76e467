import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { METRICS_TOKEN } from '../soak/load-site';

const PROBE_INTERVAL_MS = 250;
const TIMEOUT_MS = 6_000;

const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };

/** Response text, HTTP status, and duration. A timeout has status 0 and the reason as text. */
export type Answer = { status: number; text: string; ms: number };

/** Fetches a text, authorized with the metrics token. */
export async function textOf(url: string): Promise<Answer> {
  const startedAt = performance.now();
  const answer = (status: number, text: string) => ({ status, text, ms: performance.now() - startedAt });
  const controller = new AbortController();
  const read = async () => {
    const response = await fetch(url, { headers, signal: controller.signal });
    return answer(response.status, await response.text());
  };
  // Don't rely on the fetch alone: if the server is killed, it may not settle even after its signal aborts.
  const timer = new AbortController();
  const limit = delay(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() =>
    answer(0, 'no answer in time'),
  );
  try {
    return await Promise.race([read(), limit]);
  } catch (error) {
    return answer(0, error instanceof Error ? error.message : String(error));
  } finally {
    timer.abort();
    controller.abort();
  }
}

const readyCall = z.object({ ready: z.boolean() });

/** Returns the value in the body of `ready`, or null if the body isn't as documented. */
export function readyIn(text: string): boolean | null {
  try {
    return readyCall.parse(JSON.parse(text)).ready;
  } catch {
    // Not JSON, or an unexpected response.
    return null;
  }
}

/** Returns whether an instance's status and body both report that it's ready. */
export async function isReady(origin: string): Promise<boolean> {
  const { status, text } = await textOf(`${origin}/api/health/ready`);
  return status === 200 && readyIn(text) === true;
}

/** Polls until `check` holds. Returns the time that took in ms, or null if it took longer than `limitMs`. */
export async function timeUntil(check: () => Promise<boolean>, limitMs: number): Promise<number | null> {
  const startedAt = performance.now();
  while (!(await check())) {
    if (performance.now() - startedAt > limitMs) return null;
    await delay(PROBE_INTERVAL_MS);
  }
  return performance.now() - startedAt;
}
