import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { METRICS_TOKEN } from '../soak/load-site';

const PROBE_INTERVAL_MS = 250;
const TIMEOUT_MS = 5_000;

/** What an instance said about itself: the status of `ready`, and `tidewell_ready`. 0 or null if it didn't answer. */
export type Health = { ready: number; metric: number | null; details: string };

async function textOf(url: string): Promise<{ status: number; text: string }> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, text: await response.text() };
}

/** Asks an instance for its health. */
export async function askHealth(origin: string): Promise<Health> {
  const none = { status: 0, text: '' };
  const [ready, metrics] = await Promise.all([
    textOf(`${origin}/api/health/ready`).catch(() => none),
    textOf(`${origin}/api/metrics`).catch(() => none),
  ]);
  const metric = /^tidewell_ready (\d)$/m.exec(metrics.text)?.[1];
  return {
    ready: ready.status,
    metric: metric === undefined ? null : Number(metric),
    details: ready.text.slice(0, 200),
  };
}

const readyCall = z.object({ ready: z.boolean() });

/** Returns whether an instance is ready, by its status and its body alike. */
export async function isReady(origin: string): Promise<boolean> {
  try {
    const { status, text } = await textOf(`${origin}/api/health/ready`);
    return status === 200 && readyCall.parse(JSON.parse(text)).ready;
  } catch {
    // It doesn't answer, so it isn't ready.
    return false;
  }
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
