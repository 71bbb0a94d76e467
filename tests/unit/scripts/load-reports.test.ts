/** @jest-environment node */
import { lies, unexcused } from '@/scripts/chaos/round';
import { compareCredits, type Deposit } from '@/scripts/soak/credits';
import { growthOf, leaksOf, type Sample } from '@/scripts/soak/samples';
import { describeOutcomes, percentile, Tally } from '@/scripts/soak/tally';

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

test('OPS-3 what grows while the load stays the same is reported', () => {
  const samples = (change: (number: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: 12 }, (_, number) => sampleOf(change(number)));
  // Rows of deposits stay for good, and memory grows at first.
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

test('OPS-3 an instance that is ready without its database, or whose metric contradicts it, is reported', () => {
  const health = (ready: number, metric: number | null) => ({ ready, metric, details: '' });
  expect(lies({ expected: 'not ready' }, [health(503, 0)])).toEqual([]);
  expect(lies({ expected: 'either' }, [health(0, null), health(200, 1)])).toEqual([]);
  expect(lies({ expected: 'not ready' }, [health(200, 1)])).toEqual(["instance 0 says that it's ready"]);
  expect(lies({ expected: 'not ready' }, [health(503, null)])).toEqual([
    'instance 0: tidewell_ready is missing, but ready answers 503',
  ]);
  expect(lies({ expected: 'ready' }, [health(200, 0)])).toEqual([
    'instance 0: tidewell_ready is 0, but ready answers 200',
  ]);
  expect(lies({ expected: 'ready' }, [health(0, null)])).toHaveLength(2);
});

test('OPS-3 no fault excuses an answer of 500', () => {
  const faults = new Map([
    ['500 from GET /a', 2],
    ['503 from GET /a', 9],
  ]);
  expect(unexcused(faults, [])).toEqual(['2 × 500 from GET /a']);
  expect(unexcused(faults, ['500 from GET /a'])).toEqual([]);
});
