import fc from 'fast-check';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createLimiters } from '@/lib/server/limits/limiters';
import { RATE_LIMITS } from '@/lib/settings/setting-kinds';
import { type Backend, startBackend } from '../../support/api-backend';
import '../../support/fuzz-seed';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const CALLS = 4;
const limits = {
  ...RATE_LIMITS,
  login: { calls: CALLS, seconds: 3_600 },
  read: { calls: CALLS, seconds: 3_600 },
};

let run = 0;

/** One burst of concurrent calls: which instance gets them, from which client, and how many. */
const burst = fc.record({ instance: fc.nat(1), client: fc.nat(2), calls: fc.integer({ min: 1, max: 6 }) });

test.each([
  ['login', 'shared through the database', () => 0],
  ['read', 'counted by each instance', (instance: number) => instance],
] as const)(
  'OPS-6 the limit on %s calls, %s, admits exactly its number, however calls are spread over clients, instances, and bursts',
  async (name, _, ownerOf) => {
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 12 }), async (bursts) => {
        run += 1;
        const instances = [createLimiters(limits)[name], createLimiters(limits)[name]] as const;
        const used = new Map<string, number>();
        for (const { instance, client, calls } of bursts) {
          const counter = `${ownerOf(instance)} ${client}`;
          const before = used.get(counter) ?? 0;
          const limiter = instances[instance === 0 ? 0 : 1];
          const startedAt = performance.now();
          const answers = await Promise.all(
            Array.from({ length: calls }, () =>
              limiter.consume(`run ${run} client ${client}`).then(
                () => true,
                (refusal: unknown) => {
                  if (!(refusal instanceof RateLimiterRes)) throw refusal;
                  // A client that is asked to wait must not be asked to wait longer than the window. A call of the same burst
                  // may have started it a little later than the refused one read the clock.
                  const burstMs = Math.ceil(performance.now() - startedAt);
                  expect(refusal.msBeforeNext).toBeGreaterThan(0);
                  expect(refusal.msBeforeNext).toBeLessThanOrEqual(3_600_000 + burstMs);
                  return false;
                },
              ),
            ),
          );
          expect(answers.filter(Boolean)).toHaveLength(Math.min(calls, Math.max(CALLS - before, 0)));
          used.set(counter, before + calls);
        }
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);
