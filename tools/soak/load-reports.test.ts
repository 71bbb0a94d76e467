/** @jest-environment node */
import type { Fault } from '../chaos/fault';
import { unexcused } from '../chaos/round';
import { findInaccuracies, summarize } from '../chaos/truth';
import { type Poll, samplesOf } from '../chaos/watch';
import { compareCredits, type Deposit } from './credits';
import { growthOf, leaksOf, type Sample } from './samples';
import { describeOutcomes, percentile, Tally } from './tally';

const deposit = (number: number, change: Partial<Deposit> = {}): Deposit => ({
  chainId: 31337,
  txHash: `0x${number}`,
  logIndex: 0,
  owner: '0xAb',
  amount: BigInt(number),
  ...change,
});
const both = [deposit(1), deposit(2)];

test('WAL-3 credits that equal the chain are right, whatever the case of addresses', () => {
  const credits = [deposit(2, { owner: '0xaB' }), deposit(1)];
  expect(compareCredits(both, credits)).toEqual({ deposits: 2, total: 3n, credited: 3n, faults: [] });
});

test.each<[fault: RegExp, credits: Deposit[]]>([
  [/^not credited: 31337 0x2 0$/, [deposit(1)]],
  [/^credited twice: 31337 0x2 0$/, [...both, deposit(2)]],
  [/^credited, but not on the chain: 31337 0x3 0$/, [...both, deposit(3)]],
  [/^credited differently: 31337 0x2 0$/, [deposit(1), deposit(2, { amount: 3n })]],
  [/^credited differently: 31337 0x2 0$/, [deposit(1), deposit(2, { owner: '0xcd' })]],
])('WAL-3 reports %s', (fault, credits) => {
  expect(compareCredits(both, credits).faults).toEqual([expect.stringMatching(fault)]);
});

test('OPS-6 only a 429 that says when to retry is no fault', () => {
  const tally = new Tally();
  for (const outcome of [200, 425, 503, 'ECONNRESET']) tally.add('GET /a', { outcome, ms: 10 });
  tally.add('GET /a', { outcome: 429, ms: 10, retryAfter: '3' });
  tally.add('GET /a', { outcome: 429, ms: 10 });
  expect(Object.fromEntries(tally.takeFaults())).toEqual({
    '503 from GET /a': 1,
    'ECONNRESET from GET /a': 1,
    '429 from GET /a': 1,
  });
  expect(tally.takeFaults().size).toBe(0);
  expect(tally.rows()).toEqual([['GET /a', '6', '10', '10', '1 × 425, 1 × 503, 1 × ECONNRESET, 2 × 429']]);
  expect(describeOutcomes(tally.takeOutcomes())).toContain('1 × 200');
  expect(describeOutcomes(tally.takeOutcomes())).toBe('–');
});

test('OPS-6 percentiles are values that were measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile([], 0.5)]).toEqual([
    51,
    100,
    Number.NaN,
  ]);
});

const sampleOf = (change: Partial<Sample>): Sample => ({
  when: '',
  memoryMb: [300, 300],
  descriptors: [40, 40],
  connections: 10,
  rows: 0,
  temporaryRows: 100,
  databaseMb: 0,
  ...change,
});

test('OPS-3 descriptors that stay open after the load are reported', () => {
  const sample = (descriptors: number[]): Sample => sampleOf({ descriptors });
  expect(leaksOf(sample([40, 40]), sample([45, 30]))).toEqual([]);
  expect(leaksOf(sample([40, 40]), sample([45, 400]))).toEqual([
    'instance 1 has 360 descriptors more than before the load',
  ]);
});

test('OPS-3 reports what grows under a constant load', () => {
  const samples = (change: (number: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: 12 }, (_, number) => sampleOf(change(number)));
  // Rows of deposits are permanent, and memory grows at first.
  expect(growthOf(samples((number) => ({ rows: number * 1_000 })))).toEqual([]);
  expect(growthOf(samples((number) => ({ memoryMb: [300 + 50 * Math.min(number, 5), 300] })))).toEqual([]);
  expect(growthOf(samples((number) => ({ memoryMb: [300, 300 + 50 * number] })))).toEqual([
    'memory of instance 1 grew from 600 to 800',
  ]);
  expect(
    growthOf(
      samples((number) => ({ temporaryRows: 100 * number, connections: number, descriptors: [1, number] })),
    ),
  ).toEqual([
    'descriptors of instance 1 grew from 6 to 10',
    'database connections grew from 6 to 10',
    'rows that expire grew from 600 to 1000',
  ]);
});

/** One poll per second from 0 s, each as: status of `ready`, `tidewell_ready`, status of a call, other samples. */
const pollsOf = (
  ...answers: [ready: number, metric: number | null, call?: number, samples?: object][]
): Poll[] =>
  answers.map(([ready, metric, call = ready, samples = {}], second) => ({
    sentAt: second * 1_000,
    ready: {
      status: ready,
      text: ready === 0 ? 'refused' : JSON.stringify({ ready: ready === 200 }),
      ms: 20,
    },
    metrics: metric === null ? null : new Map(Object.entries({ tidewell_ready: metric, ...samples })),
    metricsMs: 30,
    call: { status: call, text: '', ms: 10 },
  }));
const repeat = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
/** A fault from 2 s to 8 s, which must be noticed at 4 s. */
const times = { startedAt: 1_900, noticedAt: 3_900, endedAt: 7_900 };
const up = pollsOf(...repeat(10, [200, 1] as [number, number]));
const inaccuraciesOf = (fault: Pick<Fault, 'expected' | 'signs'>, polls: Poll[]) =>
  findInaccuracies(fault, [up, polls], times);

test('OPS-3 reports an instance that is ready without its database', () => {
  const down = (from: number, to: number) =>
    pollsOf(
      ...up.map((_, second): [number, number] => (second >= from && second <= to ? [503, 0] : [200, 1])),
    );
  const notReady = { expected: 'not ready' } as const;
  expect(findInaccuracies(notReady, [down(4, 8), down(2, 9)], times)).toEqual([]);
  // A cached check shows a fault with a short delay.
  expect(findInaccuracies(notReady, [down(4, 8), down(3, 7)], times)).toEqual([]);
  expect(findInaccuracies(notReady, [down(4, 8), down(6, 8)], times)).toEqual([
    'instance 1: must be not ready, but ready answers 200 {"ready":true} (2 times)',
  ]);
});

test('OPS-3 reports an instance that is briefly not ready although it can serve', () => {
  const polls = pollsOf([200, 1], [200, 1], [503, 0], [200, 1], [200, 1]);
  expect(inaccuraciesOf({ expected: 'ready' }, polls)).toEqual([
    'instance 1: must be ready, but ready answers 503 {"ready":false}',
  ]);
});

test('OPS-3 reports a metric that contradicts readiness, whatever the fault', () => {
  for (const expected of ['ready', 'either'] as const)
    expect(inaccuraciesOf({ expected }, pollsOf(...repeat(10, [200, 0] as [number, number])))).toEqual([
      'instance 1: tidewell_ready is 0, but ready answers 200 {"ready":true} (10 times)',
    ]);
  const missing = pollsOf(...repeat(9, [200, null] as [number, null]));
  expect(inaccuraciesOf({ expected: 'either' }, missing)).toEqual([
    'instance 1: tidewell_ready is missing, but ready answers 200 {"ready":true} (9 times)',
  ]);
  // An instance may become ready or stop between two polls.
  const restarted = pollsOf([200, 1], [200, null], [0, null], [0, null], [0, 1], [200, 1]);
  expect(inaccuraciesOf({ expected: 'either' }, restarted)).toEqual([]);
});

test('OPS-3 reports readiness that no call confirms within its age', () => {
  const failing = pollsOf(
    ...up.map((_, second): [number, number, number] => [200, 1, second > 1 ? 503 : 200]),
  );
  const [inaccuracy, ...others] = inaccuraciesOf({ expected: 'either' }, failing);
  expect(inaccuracy).toMatch(/^instance 1: calls fail, but ready answers 200 .* \(6 times\)$/);
  expect(others).toEqual([]);
  const blip = pollsOf([200, 1], [200, 1], [200, 1, 503], [200, 1, 503], [200, 1], [200, 1]);
  expect(inaccuraciesOf({ expected: 'either' }, blip)).toEqual([]);
  expect(inaccuraciesOf({ expected: 'ready' }, failing)).toEqual([]);
  const served = pollsOf(...repeat(9, [503, 0, 200] as [number, number, number]));
  expect(inaccuraciesOf({ expected: 'either' }, served)).toEqual([
    'instance 1: calls succeed, but ready answers 503 {"ready":false} (9 times)',
  ]);
});

test('OPS-3 reports a body that contradicts its status', () => {
  const [first, ...rest] = up;
  if (!first) throw new Error('no poll');
  const odd = { ...first, ready: { ...first.ready, text: '{"ready":false}' } };
  expect(inaccuraciesOf({ expected: 'ready' }, [odd, ...rest])).toEqual([
    'instance 1: ready answers 200 {"ready":false}',
  ]);
});

describe('OPS-3 a metric of a fault', () => {
  const series = 'tidewell_chain_up{chain="1"}';
  const during = (samples: object, after: object = { [series]: 1 }) =>
    pollsOf(
      ...up.map((_, second): [number, number, number, object] => [
        200,
        1,
        200,
        second > 3 && second < 8 ? samples : after,
      ]),
    );
  const sign = { series, isShown: (value: number) => value === 0, polls: 'all' } as const;
  const found = (polls: Poll[], change: object = {}) =>
    findInaccuracies({ expected: 'ready', signs: [{ ...sign, ...change }] }, [polls], times);
  const shown = during({ [series]: 0 });

  test('must show it until the fault ends, and no longer', () => {
    expect(found(shown)).toEqual([]);
    expect(found(during({ [series]: 1 }))).toEqual([
      `${series} of instance 0 doesn't show the fault: 1, 1, 1, 1`,
    ]);
    expect(found(during({}))).toEqual([`instance 0 has no ${series}`]);
    const lasting = during({ [series]: 0 }, { [series]: 0 });
    expect(found(lasting)).toEqual([`${series} of instance 0 still shows the fault after it: 0`]);
    expect(found(lasting, { lasts: true })).toEqual([]);
  });

  test('may be exported only by the leader', () => {
    const signs = [{ ...sign, ofLeader: true }];
    expect(findInaccuracies({ expected: 'ready', signs }, [up, shown], times)).toEqual([]);
    expect(findInaccuracies({ expected: 'ready', signs }, [up, up], times)).toEqual([
      `no instance has ${series}`,
    ]);
  });
});

test('OPS-3 counts an instance’s responses during a fault', () => {
  const polls = pollsOf([200, 1], [200, 1], [200, 1], [503, 0], [503, 0], [0, null], [0, null], [0, null]);
  expect(summarize(polls, times)).toBe('1 × 200 (1), 2 × 503 (0), 3 × none (none), in 0.0 s at most');
});

test('OPS-3 parses metrics with their labels', () => {
  expect(samplesOf('# HELP a\na{b="c d"} 2\ne 1.5\n')).toEqual(
    new Map([
      ['a{b="c d"}', 2],
      ['e', 1.5],
    ]),
  );
});

test('OPS-3 no fault excuses an answer of 500', () => {
  const faults = new Map([
    ['500 from GET /a', 2],
    ['503 from GET /a', 9],
  ]);
  expect(unexcused(faults, [])).toEqual(['2 × 500 from GET /a']);
  expect(unexcused(faults, ['500 from GET /a'])).toEqual([]);
});
