import { readdir, readFile } from 'node:fs/promises';
import { GROWING_TABLES } from '@/tests/support/fill-tables';
import { queryDatabase } from '@/tests/support/plain-chains';
import type { LoadSite } from './load-site';

/** What the instances and the database use at a time. Pairs are for the two instances. */
export type Sample = {
  when: string;
  memoryMb: number[];
  descriptors: number[];
  connections: number;
  /** Rows of all growing tables. */
  rows: number;
  /** Number of these rows that the clean-up deletes once they expire. */
  temporaryRows: number;
  databaseMb: number;
};

/** Returns a process's resident memory in MB (proc_pid_status(5), Linux). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

/** Returns the number of open descriptors: files, sockets, and other handles. */
const descriptorsOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

/** Tables with rows that expire. */
const TEMPORARY_TABLES = [
  'nonces',
  'sessions',
  'rate_limits',
] as const satisfies (typeof GROWING_TABLES)[number][];

const countOf = (tables: readonly string[]): string =>
  tables.map((table) => `(select count(*) from ${table})`).join(' + ');

export async function takeSample(site: LoadSite, when: string): Promise<Sample> {
  const pids = [await site.pidOf(0), await site.pidOf(1)];
  const [row] = await queryDatabase<{ connections: number; rows: string; temporary: string; mb: number }>(
    site.services,
    `select (select count(*)::int from pg_stat_activity where application_name like 'tidewell%') as connections,
      ${countOf(GROWING_TABLES)} as rows, ${countOf(TEMPORARY_TABLES)} as temporary, pg_database_size(current_database())::float8 / 1e6 as mb`,
  );
  return {
    when,
    memoryMb: await Promise.all(pids.map(residentMb)),
    descriptors: await Promise.all(pids.map(descriptorsOf)),
    connections: row?.connections ?? Number.NaN,
    rows: Number(row?.rows),
    temporaryRows: Number(row?.temporary),
    databaseMb: row?.mb ?? Number.NaN,
  };
}

/** Most descriptors that an instance may have more after the load than before it. */
const LEFT_DESCRIPTORS = 60;

/** Returns what a load has left behind: descriptors that are still open although all callers have gone. */
export function leaksOf(before: Sample, after: Sample): string[] {
  return after.descriptors.flatMap((count, index) => {
    const more = count - (before.descriptors[index] ?? 0);
    return more > LEFT_DESCRIPTORS
      ? [`instance ${index} has ${more} descriptors more than before the load`]
      : [];
  });
}

/** Maximum ratio of the last third of a load to the middle third. A leak grows without bound. */
const MAX_GROWTH = 1.2;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Returns what grew in the last third of a constant load. */
export function growthOf(during: readonly Sample[]): string[] {
  const third = Math.floor(during.length / 3);
  const measures: [what: string, of: (sample: Sample) => number][] = [
    ['memory of instance 0', ({ memoryMb }) => memoryMb[0] ?? Number.NaN],
    ['memory of instance 1', ({ memoryMb }) => memoryMb[1] ?? Number.NaN],
    ['descriptors of instance 0', ({ descriptors }) => descriptors[0] ?? Number.NaN],
    ['descriptors of instance 1', ({ descriptors }) => descriptors[1] ?? Number.NaN],
    ['database connections', ({ connections }) => connections],
    ['rows that expire', ({ temporaryRows }) => temporaryRows],
  ];
  return measures.flatMap(([what, of]) => {
    const middle = median(during.slice(third, 2 * third).map(of));
    const last = median(during.slice(-third).map(of));
    return last <= middle * MAX_GROWTH
      ? []
      : [`${what} grew from ${middle.toFixed(0)} to ${last.toFixed(0)}`];
  });
}

export const SAMPLE_HEADINGS = [
  'when',
  'memory MB',
  'open descriptors',
  'database connections',
  'rows that grow',
  'rows that expire',
  'database MB',
];

export const sampleCells = ({
  when,
  memoryMb,
  descriptors,
  connections,
  rows,
  temporaryRows,
  databaseMb,
}: Sample): string[] => [
  when,
  memoryMb.map((mb) => mb.toFixed(0)).join(' + '),
  descriptors.join(' + '),
  String(connections),
  String(rows),
  String(temporaryRows),
  databaseMb.toFixed(1),
];
