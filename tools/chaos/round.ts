import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from '../soak/load';
import type { LoadSite } from '../soak/load-site';
import { describeOutcomes } from '../soak/tally';
import type { Fault } from './fault';
import { isReady, textOf, timeUntil } from './probe';
import { findInaccuracies, summarize, type Times } from './truth';
import { HealthWatch } from './watch';

/** Duration of a fault after it must be noticed, and pause before the next one. */
const LAST_MS = 5_000;
const QUIET_MS = 7_000;
/** How long before a fault polling starts, so the first polls can be compared with earlier ones. */
const BEFORE_MS = 3_000;
/** Time for a health check to see a fault. Its answer is cached for a second, and takes up to a second more. */
const NOTICE_MS = 5_000;
/** The most that a recovery may take. */
const RECOVERY_LIMIT_MS = 60_000;

export type FaultReport = {
  name: string;
  /** What each instance said during the fault. */
  health: string[];
  /** Time until both instances were ready and a call through the proxy succeeded, in ms, or null if it took too long. */
  recoveryMs: number | null;
  /** What callers saw from the start of the fault to the recovery. */
  seen: string;
  faults: string[];
};

const works = async (site: LoadSite): Promise<boolean> =>
  (await textOf(`${site.proxy.origin}/api/coin/list?pageNum=1&pageSize=5`)).status === 200;

/** Causes one fault under load, ends it, and measures the recovery. */
export async function causeFault(fault: Fault, site: LoadSite, load: Load): Promise<FaultReport> {
  const origins = site.instances.map(({ origin }) => origin);
  load.tally.takeOutcomes();
  load.tally.takeFaults();
  const probes: { seen: string; isRight: boolean }[] = [];
  // Continue after a failure, because the round's report must not be lost.
  const note = (when: string, error: unknown) => {
    const text = error instanceof Error ? error.message.slice(0, 200) : String(error);
    probes.push({ seen: `${when}: ${text}`, isRight: false });
  };
  const probe = async (when: 'during' | 'after') => {
    try {
      if (fault.probe) probes.push(await fault.probe(site, when));
    } catch (error) {
      note(when, error);
    }
  };
  const start = async () => {
    try {
      return await fault.start(site);
    } catch (error) {
      note('could not be caused', error);
      return async () => undefined;
    }
  };
  const watch = new HealthWatch(origins);
  await delay(BEFORE_MS);
  const startedAt = performance.now();
  let noticedAt = startedAt;
  let endedAt = startedAt;
  let recoveryMs: number | null;
  let seen: string;
  let polls: Awaited<ReturnType<HealthWatch['stop']>>;
  try {
    const end = await start();
    try {
      await delay(fault.noticeMs ?? NOTICE_MS);
      noticedAt = performance.now();
      await delay(LAST_MS);
      await probe('during');
    } finally {
      endedAt = performance.now();
      await end().catch((error: unknown) => note('could not be ended', error));
    }
    recoveryMs = await timeUntil(
      async () => (await Promise.all([works(site), ...origins.map(isReady)])).every(Boolean),
      RECOVERY_LIMIT_MS,
    );
    await probe('after');
    seen = [describeOutcomes(load.tally.takeOutcomes()), ...probes.map((one) => one.seen)].join('; ');
    await delay(QUIET_MS);
  } finally {
    polls = await watch.stop();
  }
  const times: Times = { startedAt, noticedAt, endedAt };
  const faults = [
    ...findInaccuracies(fault, polls, times),
    ...probes.filter(({ isRight }) => !isRight).map((one) => one.seen),
  ];
  faults.push(...unexcused(load.tally.takeFaults(), fault.excuses ?? []));
  if (recoveryMs === null) faults.push(`not recovered after ${RECOVERY_LIMIT_MS / 1_000} s`);
  return { name: fault.name, health: polls.map((one) => summarize(one, times)), recoveryMs, seen, faults };
}

/** Returns outcomes that a fault doesn't excuse: an answer of 500, or one that the API doesn't document. */
export const unexcused = (counts: ReadonlyMap<string, number>, excuses: readonly string[]): string[] =>
  [...counts]
    .filter(([kind]) => /^(500|404|403|400) from/.test(kind) && !excuses.includes(kind))
    .map(([kind, count]) => `${count} × ${kind}`);
