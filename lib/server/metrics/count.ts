import 'server-only';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DecisionReason } from '../db/card-decision-tables';
import { reasonOf } from '../http/api-error';
import type { ApiMessageKey } from '../http/language';
import { routeTemplate } from './route-template';

/** Histogram buckets in seconds. Most calls need one query at most, but sign-ins and verifications call a node. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function createMeters() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: 'tidewell_http_requests_total',
      help: 'API calls, by envelope code.',
      labelNames: ['route', 'method', 'code'],
      registers,
    }),
    durations: new Histogram({
      name: 'tidewell_http_request_duration_seconds',
      help: 'Time from the start of an API call to its response.',
      labelNames: ['route', 'method'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    signIns: new Counter({
      name: 'tidewell_logins_total',
      help: 'Sign-in attempts: ok, or the reason for refusal.',
      labelNames: ['outcome'],
      registers,
    }),
    verifications: new Counter({
      name: 'tidewell_verifications_total',
      help: 'Transaction verifications: ok, or the reason for refusal.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    verifying: new Gauge({
      name: 'tidewell_verifications_in_progress',
      help: 'Transaction verifications that have started and not ended.',
      labelNames: ['kind'],
      registers,
    }),
    cardDecisions: new Counter({
      name: 'tidewell_card_decisions_total',
      help: 'Decisions on card purchases, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    orphaned: new Counter({
      name: 'tidewell_credits_orphaned_total',
      help: 'Credits that no longer count, because their block left the chain.',
      labelNames: ['chain'],
      registers,
    }),
    refusals: new Counter({
      name: 'tidewell_rate_limit_refusals_total',
      help: 'Calls refused by a rate limit, and connections refused because too many were open.',
      labelNames: ['limit'],
      registers,
    }),
  };
}

/** Reason of a refusal by a rate limit, which `countRefusal` counts. */
const TOO_MANY: ApiMessageKey = 'tooMany';

type Meters = ReturnType<typeof createMeters>;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.meters');
const shared = globalThis as typeof globalThis & { [key]?: Meters };

/** Returns this instance's counters. */
export function meters(): Meters {
  shared[key] ??= createMeters();
  return shared[key];
}

/** An API response to count. `code` is the envelope code. */
export type CountedAnswer = {
  method: string;
  path: string;
  params: Record<string, string | string[] | undefined> | undefined;
  code: number;
  ms: number;
};

export function countAnswer({ method, path, params, code, ms }: CountedAnswer): void {
  const { requests, durations } = meters();
  const route = routeTemplate(path, params);
  requests.inc({ route, method, code });
  durations.observe({ route, method }, ms / 1_000);
}

/** Counts a call that the named rate limit rejected. */
export const countRefusal = (limit: string): void => meters().refusals.inc({ limit });

/** Counts a decision on a card purchase. */
export const countDecision = (reason: DecisionReason): void => meters().cardDecisions.inc({ reason });

/** Counts credits on a chain that no longer count, because their block left the chain. */
export const countOrphaned = (chainId: number, rows: number): void =>
  meters().orphaned.inc({ chain: chainId }, rows);

async function counted<Result>(
  count: (outcome: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await run();
    count('ok');
    return result;
  } catch (error) {
    count(reasonOf(error));
    throw error;
  }
}

/** Runs a sign-in and counts its outcome, unless the rate limit refuses it. Rethrows any error. */
export const countSignIn = <Result>(run: () => Promise<Result>): Promise<Result> =>
  counted((outcome) => {
    if (outcome !== TOO_MANY) meters().signIns.inc({ outcome });
  }, run);

/** Runs the verification of a transaction of `kind`, counts it as in progress, and counts its outcome. Rethrows any error. */
export async function countVerification<Result>(kind: string, run: () => Promise<Result>): Promise<Result> {
  const { verifications, verifying } = meters();
  verifying.inc({ kind });
  try {
    return await counted((outcome) => verifications.inc({ kind, outcome }), run);
  } finally {
    verifying.dec({ kind });
  }
}
