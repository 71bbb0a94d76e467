import { setTimeout as delay } from 'node:timers/promises';

/** Repeats `check` until it returns a truthy value, and returns that value. Throws an error after `deadlineMs`. */
export async function until<Result>(
  check: () => Promise<Result | null | undefined | false>,
  what: string,
  deadlineMs = 180_000,
): Promise<Result> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (performance.now() > end) throw new Error(`did not happen: ${what}`);
    await delay(50);
  }
}
