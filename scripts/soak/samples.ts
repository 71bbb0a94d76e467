import { readdir, readFile } from 'node:fs/promises';
import { queryDatabase } from '@/tests/support/plain-chains';
import { GROWING_TABLES } from '../growth/fill';
import type { LoadSite } from './load-site';

/** What the instances and the database use at a time. Pairs are for the two instances. */
export type Sample = {
  when: string;
  memoryMb: number[];
  descriptors: number[];
  connections: number;
  rows: number;
  databaseMb: number;
};

/** Returns a process's resident memory in MB (proc_pid_status(5), Linux). */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

/** Returns the number of open descriptors: files, sockets, and other handles. */
const descriptorsOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

export async function takeSample(site: LoadSite, when: string): Promise<Sample> {
  const pids = [await site.pidOf(0), await site.pidOf(1)];
  const counts = GROWING_TABLES.map((table) => `(select count(*) from ${table})`).join(' + ');
  const [row] = await queryDatabase<{ connections: number; rows: string; mb: number }>(
    site.services,
    `select (select count(*)::int from pg_stat_activity where application_name like 'tidewell%') as connections,
      ${counts} as rows, pg_database_size(current_database())::float8 / 1e6 as mb`,
  );
  return {
    when,
    memoryMb: await Promise.all(pids.map(memoryOf)),
    descriptors: await Promise.all(pids.map(descriptorsOf)),
    connections: row?.connections ?? Number.NaN,
    rows: Number(row?.rows),
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

export const SAMPLE_HEADINGS = [
  'when',
  'memory MB',
  'open descriptors',
  'database connections',
  'rows that grow',
  'database MB',
];

export const sampleCells = ({
  when,
  memoryMb,
  descriptors,
  connections,
  rows,
  databaseMb,
}: Sample): string[] => [
  when,
  memoryMb.map((mb) => mb.toFixed(0)).join(' + '),
  descriptors.join(' + '),
  String(connections),
  String(rows),
  databaseMb.toFixed(1),
];
