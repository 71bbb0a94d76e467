import { describeOutcomes } from '../soak/tally';
import type { Fault, Sign } from './fault';
import { readyIn } from './probe';
import { POLL_MS, type Poll } from './watch';

/**
 * Maximum age of a `ready` response: it may be cached for a second (CACHE_MS), and the check takes up to 0.8 seconds
 * (HEALTH_TIMEOUT_MS). The response may be that much older than the calls it's compared with.
 */
const HEALTH_AGE_MS = 1_800;

/** Start of a fault, deadline to notice it, and start of its end, in ms of the monotonic clock. */
export type Times = { startedAt: number; noticedAt: number; endedAt: number };

const READY = 'tidewell_ready';

/** Returns the value of `tidewell_ready` that matches a status of `ready`, or undefined without a response. */
const metricOf = (status: number) => (status === 0 ? undefined : Number(status === 200));

const answerOf = ({ ready: { status, text } }: Poll) => `${status || 'no answer'} ${text.slice(0, 200)}`;

/** Returns whether the body of `ready` matches its status, if there was a response. */
const isConsistent = ({ ready: { status, text } }: Poll) =>
  status === 0 || readyIn(text) === (status === 200);

/** Returns the polls whose metric differs from `ready` in the same, the previous, and the next poll. */
function contradictions(polls: readonly Poll[]): string[] {
  return polls.flatMap((poll, index) => {
    const metric = poll.metrics?.get(READY);
    const near = polls.slice(Math.max(index - 1, 0), index + 2);
    if (near.some(({ ready }) => metricOf(ready.status) === metric)) return [];
    return [`${READY} is ${metric ?? 'missing'}, but ready answers ${answerOf(poll)}`];
  });
}

/** Returns the polls whose `ready` isn't confirmed by any visitor call at about the same time. */
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

/** Returns the polls whose `ready` isn't what the fault requires. */
function unexpected({ expected }: Pick<Fault, 'expected'>, polls: readonly Poll[], times: Times): string[] {
  if (expected === 'either') return [];
  // A fault that leaves an instance able to serve must not make it unready at any time.
  const from = expected === 'ready' ? times.startedAt : times.noticedAt;
  return polls
    .filter(({ sentAt, ready }) => sentAt >= from && sentAt + ready.ms <= times.endedAt)
    .filter(({ ready }) => (ready.status === 200) !== (expected === 'ready'))
    .map((poll) => `must be ${expected}, but ready answers ${answerOf(poll)}`);
}

/** Returns the problems of a metric that must show the fault, and stop showing it afterward. */
function missingSign(sign: Sign, instances: readonly (readonly Poll[])[], times: Times): string[] {
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
 * Returns all inaccuracies in what the instances reported during and after a fault. `ready` must be what the fault
 * requires, or else match the visitor calls. `tidewell_ready` must equal it, and the fault's own metrics must show
 * the fault.
 */
export function findInaccuracies(
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
    ...(fault.signs ?? []).flatMap((sign) => missingSign(sign, instances, times)),
  ];
}

/**
 * Returns a summary of an instance's polls during a fault, such as `9 × 503 (0), 1 × none`, with the longest duration
 * of `ready`.
 */
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
