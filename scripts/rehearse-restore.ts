import { parseArgs } from 'node:util';
import { printTable } from './bench/served-site';
import { onInterruption } from './launcher/interruption';
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

const interruption = new AbortController();
onInterruption(
  () => {
    console.log('Stopping …');
    interruption.abort();
  },
  () => process.exit(130),
);

try {
  const { values } = parseArgs({
    options: { users: { type: 'string', default: '20000' }, server: { type: 'string' } },
  });
  const users = Number(values.users);
  if (!Number.isSafeInteger(users) || users < 1) throw new Error('--users needs a whole number above 0');
  const way = values.server === undefined ? await copyFiles() : await dumpAndRestore(values.server);
  const report = await rehearse(way, users, interruption.signal);
  console.log('All rows, definitions, and pictures came back as they were at the time of the backup.\n');
  printTable(HEADINGS, [toCells(report)]);
} catch (error) {
  if (!interruption.signal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = interruption.signal.aborted ? 130 : 1;
}
