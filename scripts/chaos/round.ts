import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from '../soak/load';
import type { LoadSite } from '../soak/load-site';
import { describeOutcomes } from '../soak/tally';
import type { Fault } from './fault';
import { askHealth, type Health, isReady, timeUntil } from './probe';

/** How long a fault lasts after the instances were asked about it, and how long until the next one starts. */
const LAST_MS = 5_000;
const QUIET_MS = 10_000;
/** Time for a health check to see a fault. Its answer is cached for a second, and takes up to a second more. */
const NOTICE_MS = 5_000;
/** How often health is checked meanwhile. */
const PROBE_MS = 1_000;
/** The most that a recovery may take. */
const RECOVERY_LIMIT_MS = 60_000;

export type FaultReport = {
  name: string;
  /** What each instance said during the fault. */
  health: Health[];
  /** Time until both instances were ready and a call through the proxy succeeded, in ms, or null if it took too long. */
  recoveryMs: number | null;
  /** What callers saw from the start of the fault to the recovery. */
  seen: string;
  faults: string[];
};

/** Returns what is wrong about what the instances said during a fault. */
export function lies({ expected }: Pick<Fault, 'expected'>, health: readonly Health[]): string[] {
  return health.flatMap(({ ready, metric, details }, index) => {
    const faults: string[] = [];
    if (expected === 'ready' && ready !== 200)
      faults.push(`instance ${index} isn't ready (${ready} ${details})`);
    if (expected === 'not ready' && ready === 200) faults.push(`instance ${index} says that it's ready`);
    if (metric !== Number(ready === 200) && expected !== 'either')
      faults.push(`instance ${index}: tidewell_ready is ${metric ?? 'missing'}, but ready answers ${ready}`);
    return faults;
  });
}

const works = (site: LoadSite): Promise<boolean> =>
  fetch(`${site.proxy.origin}/api/coin/list?pageNum=1&pageSize=5`, {
    signal: AbortSignal.timeout(5_000),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Causes one fault under load, ends it, and measures the recovery. */
export async function causeFault(fault: Fault, site: LoadSite, load: Load): Promise<FaultReport> {
  const origins = site.instances.map(({ origin }) => origin);
  load.tally.takeOutcomes();
  load.tally.takeFaults();
  const probes: { seen: string; isRight: boolean }[] = [];
  const probe = async (when: 'during' | 'after') => {
    if (!fault.probe) return;
    try {
      probes.push(await fault.probe(site, when));
    } catch (error) {
      // The round goes on, so that its report isn't lost.
      probes.push({
        seen: `${when}: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`,
        isRight: false,
      });
    }
  };
  const end = await fault.start(site);
  let health: Health[];
  try {
    // A load balancer asks all the time, and a check of a slow node goes on between two questions.
    const noticedAt = performance.now() + (fault.noticeMs ?? NOTICE_MS);
    while (performance.now() < noticedAt) {
      await Promise.all(origins.map(isReady));
      await delay(PROBE_MS);
    }
    health = await Promise.all(origins.map(askHealth));
    await delay(LAST_MS);
    await probe('during');
  } finally {
    await end();
  }
  const recoveryMs = await timeUntil(
    async () => (await Promise.all([works(site), ...origins.map(isReady)])).every(Boolean),
    RECOVERY_LIMIT_MS,
  );
  await probe('after');
  const seen = [describeOutcomes(load.tally.takeOutcomes()), ...probes.map((one) => one.seen)].join('; ');
  await delay(QUIET_MS);
  const faults = [...lies(fault, health), ...probes.filter(({ isRight }) => !isRight).map((one) => one.seen)];
  faults.push(...unexcused(load.tally.takeFaults(), fault.excuses ?? []));
  if (recoveryMs === null) faults.push(`not recovered after ${RECOVERY_LIMIT_MS / 1_000} s`);
  return { name: fault.name, health, recoveryMs, seen, faults };
}

/** Returns outcomes that a fault doesn't excuse: an answer of 500, or one that the API doesn't document. */
export const unexcused = (counts: ReadonlyMap<string, number>, excuses: readonly string[]): string[] =>
  [...counts]
    .filter(([kind]) => /^(500|404|403|400) from/.test(kind) && !excuses.includes(kind))
    .map(([kind, count]) => `${count} × ${kind}`);
