import { parseArgs } from 'node:util';
import { interruptionSignal } from '@/scripts/launcher/interruption';
import { printTable } from './bench/served-site';
import { type Report, rehearse } from './rehearsal/rehearse';
import { copyFiles, dumpAndRestore } from './rehearsal/ways';

const HEADINGS = ['way', 'rows', 'database', 'backup', 'restore (RTO)', 'lost (RPO)'];

const toCells = ({ way, rows, megabytes, backupS, restoreS, lostS, lostUsers }: Report): string[] => [
  way,
  String(rows),
  `${megabytes.toFixed(0)} MB`,
  `${backupS.toFixed(1)} s`,
  `${restoreS.toFixed(1)} s`,
  `${lostS.toFixed(1)} s, ${lostUsers} users`,
];

const signal = interruptionSignal();

try {
  const { values } = parseArgs({
    options: { users: { type: 'string', default: '20000' }, server: { type: 'string' } },
  });
  const users = Number(values.users);
  if (!Number.isSafeInteger(users) || users < 1) throw new Error('--users needs a whole number above 0');
  const way = values.server === undefined ? await copyFiles() : await dumpAndRestore(values.server);
  const report = await rehearse(way, users, signal);
  console.log('All rows, definitions, and pictures came back as they were at the time of the backup.\n');
  printTable(HEADINGS, [toCells(report)]);
} catch (error) {
  if (!signal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = signal.aborted ? 130 : 1;
}
