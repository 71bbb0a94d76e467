import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { interruptionSignal } from '@/scripts/launcher/interruption';
import { buildOnce } from '@/tests/support/site-instance';
import { printTable } from './bench/served-site';
import { clockEnv } from './chaos/clock';
import { faultsOf, smallDisk } from './chaos/faults';
import { causeFault, type FaultReport } from './chaos/round';
import { Load } from './soak/load';
import { startLoadSite } from './soak/load-site';

/** Divides the pauses of callers, so that the smaller load still meets each fault. */
const SCALE = 5;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    visitors: { type: 'string', default: '30' },
    users: { type: 'string', default: '10' },
    streams: { type: 'string', default: '30' },
  },
});
const sizes = {
  visitors: Number(values.visitors),
  users: Number(values.users),
  streams: Number(values.streams),
};

const toCells = ({ name, health, recoveryMs, seen }: FaultReport): string[] => [
  name,
  ...health,
  recoveryMs === null ? 'never' : `${(recoveryMs / 1_000).toFixed(1)} s`,
  seen,
];

const signal = interruptionSignal();

// Before the disks are mounted, because an interrupted build ends this process.
await buildOnce();
const root = await mkdtemp(path.join(os.tmpdir(), 'tidewell-chaos-'));
const uploads = path.join(root, 'uploads');
const clock = path.join(root, 'clock');
const faults = faultsOf(uploads, clock).filter(({ name }) => name.includes(values.only));
const possible = faults.filter(({ impossible }) => !impossible?.());
const data = path.join(root, 'data');
/** Disks for the pictures, and for everything else. */
const disks = possible.some(({ impossible }) => impossible)
  ? ([
      [uploads, 8],
      [data, 1_000],
    ] as const)
  : [];
await mkdir(data);
for (const [folder, megabytes] of disks) await smallDisk.mount(folder, megabytes);
try {
  const site = await startLoadSite({
    prefersNginx: false,
    parent: data,
    env: { UPLOADS_DIR: uploads },
    firstEnv: await clockEnv(clock),
  });
  try {
    const load = new Load(site, sizes);
    await load.start(SCALE);
    const reports: FaultReport[] = [];
    for (const fault of possible) {
      if (signal.aborted) break;
      console.log(`${fault.name} …`);
      reports.push(await causeFault(fault, site, load));
    }
    await load.stop();
    const credits = await load.settle();
    const wrong = [
      ...reports.flatMap(({ name, faults: found }) => found.map((text) => `${name}: ${text}`)),
      ...credits.faults,
    ];
    console.log(`\nOn ${os.cpus().length} processors (load average ${os.loadavg()[0]?.toFixed(1)}):\n`);
    printTable(
      ['fault', 'ready (metric) of instance 0', 'of instance 1', 'recovery', 'answers'],
      reports.map(toCells),
    );
    const leftOut = faults.flatMap(({ name, impossible }) =>
      impossible?.() ? [[name, impossible() ?? '']] : [],
    );
    if (leftOut.length > 0) {
      console.log('');
      printTable(['left out', 'why'], leftOut);
    }
    console.log(
      `\n${credits.deposits} deposits of ${credits.total} base units on the chains, ${credits.credited} credited.`,
    );
    for (const text of wrong) console.error(text);
    if (wrong.length > 0) process.exitCode = 1;
    else console.log('Nothing was lost or doubled, and health and metrics were right.');
  } finally {
    await site.stop();
  }
} finally {
  for (const [folder] of disks) await smallDisk.unmount(folder);
  await rm(root, { recursive: true, force: true });
}
if (signal.aborted) process.exitCode = 130;
