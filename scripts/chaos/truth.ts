import { describeOutcomes } from '../soak/tally';
import type { Fault, Sign } from './fault';
import { readyIn } from './probe';
import { POLL_MS, type Poll } from './watch';

/**
 * Age of what `ready` says: a check is cached for a second (CACHE_MS), and takes up to 0.8 seconds (HEALTH_TIMEOUT_MS).
 * An answer may be that much older than the calls that it's compared with.
 */
const HEALTH_AGE_MS = 1_800;

/** When a fault was caused, when it must be noticed, and when its end began, in ms of the monotonic clock. */
export type Times = { startedAt: number; noticedAt: number; endedAt: number };

const READY = 'tidewell_ready';

/** Returns what `tidewell_ready` must be next to a status of `ready`: undefined means that there is no answer. */
const metricOf = (status: number) => (status === 0 ? undefined : Number(status === 200));

const answerOf = ({ ready: { status, text } }: Poll) => `${status || 'no answer'} ${text.slice(0, 200)}`;

/** Returns whether the body of `ready` says the same as its status, if it answered at all. */
const isConsistent = ({ ready: { status, text } }: Poll) =>
  status === 0 || readyIn(text) === (status === 200);

/** Returns polls whose metric differs from `ready` in the same poll, in the one before, and in the next one. */
function contradictions(polls: readonly Poll[]): string[] {
  return polls.flatMap((poll, index) => {
    const metric = poll.metrics?.get(READY);
    const near = polls.slice(Math.max(index - 1, 0), index + 2);
    if (near.some(({ ready }) => metricOf(ready.status) === metric)) return [];
    return [`${READY} is ${metric ?? 'missing'}, but ready answers ${answerOf(poll)}`];
  });
}

/** Returns polls whose `ready` no visitor's call at about the same time confirms. */
function unconfirmed(polls: readonly Poll[]): string[] {
  return polls.flatMap((poll) => {
    const from = poll.sentAt - HEALTH_AGE_MS - POLL_MS;
    const to = poll.sentAt + poll.ready.ms + POLL_MS;
    const isReady = poll.ready.status === 200;
    const near = polls.filter(({ sentAt, call }) => sentAt <= to && sentAt + call.ms >= from);
    if (near.some(({ call }) => (call.status === 200) === isReady)) return [];
    return [`calls ${isReady ? 'fail' : 'succeed'}, but ready answers ${answerOf(poll)}`];
  });
}

/** Returns polls whose `ready` isn't what the fault requires. */
function unexpected({ expected }: Pick<Fault, 'expected'>, polls: readonly Poll[], times: Times): string[] {
  if (expected === 'either') return [];
  // What leaves an instance able to serve must not make it unready for a moment.
  const from = expected === 'ready' ? times.startedAt : times.noticedAt;
  return polls
    .filter(({ sentAt, ready }) => sentAt >= from && sentAt + ready.ms <= times.endedAt)
    .filter(({ ready }) => (ready.status === 200) !== (expected === 'ready'))
    .map((poll) => `must be ${expected}, but ready answers ${answerOf(poll)}`);
}

/** Returns what is wrong about a metric that must show the fault, and stop to show it afterwards. */
function unshown(sign: Sign, instances: readonly (readonly Poll[])[], times: Times): string[] {
  let exporters = 0;
  const faults = instances.flatMap((polls, instance) => {
    const during = polls.filter(
      ({ sentAt, metricsMs }) => sentAt >= times.noticedAt && sentAt + metricsMs <= times.endedAt,
    );
    const values = during.flatMap(({ metrics }) => metrics?.get(sign.series) ?? []);
    if (values.length === 0) return sign.ofLeader ? [] : [`instance ${instance} has no ${sign.series}`];
    exporters += 1;
    const isShown = (value: number) => sign.isShown(value, instance);
    const isRight = sign.polls === 'all' ? values.every(isShown) : values.some(isShown);
    const last = polls.findLast(({ metrics }) => metrics)?.metrics?.get(sign.series);
    const shown = `${sign.series} of instance ${instance}`;
    return [
      ...(isRight ? [] : [`${shown} doesn't show the fault: ${values.join(', ')}`]),
      ...(sign.lasts || last === undefined || values.every((value) => !isShown(value)) || !isShown(last)
        ? []
        : [`${shown} still shows the fault after it: ${last}`]),
    ];
  });
  return exporters === 0 && sign.ofLeader ? [`no instance has ${sign.series}`] : faults;
}

/**
 * Returns what is wrong about what the instances said from the start of a fault until after it. `ready` must be what the
 * fault requires, if it requires one of the two, and otherwise what a visitor's calls show. `tidewell_ready` must equal
 * it, and the fault's own metrics must show it.
 */
export function lies(
  fault: Pick<Fault, 'expected' | 'signs'>,
  instances: readonly (readonly Poll[])[],
  times: Times,
): string[] {
  const texts = instances.flatMap((polls, index) =>
    [
      ...polls.filter((poll) => !isConsistent(poll)).map((poll) => `ready answers ${answerOf(poll)}`),
      ...contradictions(polls),
      ...(fault.expected === 'either' ? unconfirmed(polls) : []),
      ...unexpected(fault, polls, times),
    ].map((text) => `instance ${index}: ${text}`),
  );
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [
    ...[...counts].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text)),
    ...(fault.signs ?? []).flatMap((sign) => unshown(sign, instances, times)),
  ];
}

/** Returns what an instance's polls said during a fault, such as `9 × 503 (0), 1 × none`, and how long `ready` took at most. */
export function summarize(polls: readonly Poll[], { startedAt, endedAt }: Times): string {
  const during = polls.filter(({ sentAt }) => sentAt >= startedAt && sentAt < endedAt);
  const counts = new Map<string, number>();
  for (const { ready, metrics } of during) {
    const text = `${ready.status || 'none'} (${metrics?.get(READY) ?? 'none'})`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const slowest = Math.max(0, ...during.map(({ ready }) => (ready.status === 0 ? 0 : ready.ms)));
  return `${describeOutcomes(counts)}, in ${(slowest / 1_000).toFixed(1)} s at most`;
}
