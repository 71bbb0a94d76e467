import autocannon, { type Options, type Result } from 'autocannon';

/** What a server does with a number of connections. */
export type Load = { rate: number; p50: number; p99: number };

/**
 * Waits until a server has put away what a load before has left: autocannon cuts its connections off with their last
 * requests still open, which would be answered in the time of the next load.
 */
async function settle(url: string): Promise<void> {
  for (let answers = 0; answers < 3; answers += 1) await (await fetch(url)).arrayBuffer();
}

/** Sends requests for `seconds` over `connections`. Throws where one is not answered with 2xx. */
export async function measure(options: Options & { connections: number }, seconds: number): Promise<Load> {
  await settle(options.url);
  const result: Result = await autocannon({
    ...options,
    ...(seconds > 0 ? { duration: seconds } : {}),
    timeout: 30,
  });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${options.url}: ${result.errors} errors, ${result.non2xx} refusals`);
  const { average } = result.requests;
  return { rate: average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Sends so many requests that the server's code is compiled. Throws as `measure` does. */
export const warmUp = (options: Options): Promise<Load> =>
  measure({ ...options, connections: 16, amount: 4_000 }, 0);

/** Calls of `call` per second, `atOnce` at a time. */
export async function callRate(
  atOnce: number,
  seconds: number,
  call: () => Promise<unknown>,
): Promise<number> {
  let calls = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await call();
        calls += 1;
      }
    }),
  );
  return (calls * 1_000) / (performance.now() - startedAt);
}
