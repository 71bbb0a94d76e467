import os from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { interruptionSignal } from '@/scripts/launcher/interruption';
import { printTable } from './bench/served-site';
import { Load, wait } from './soak/load';
import { startLoadSite } from './soak/load-site';
import { growthOf, leaksOf, SAMPLE_HEADINGS, type Sample, sampleCells, takeSample } from './soak/samples';

/** Number of samples taken from the instances and the database during the load. Must be a multiple of three. */
const SAMPLES = 12;
/** Shorter loads are still warming up in their last third, so growth isn't checked. */
const MIN_GROWTH_CHECK_MINUTES = 10;

/** Time for the callers' connections to close after the load. */
const SETTLING_MS = 15_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    visitors: { type: 'string', default: '1000' },
    users: { type: 'string', default: '200' },
    streams: { type: 'string', default: '1000' },
  },
});
const numberOf = (name: string, text: string, least: number): number => {
  const number = Number(text);
  if (!(number >= least)) throw new Error(`${name} needs a number of at least ${least}`);
  return number;
};
const minutes = numberOf('the first argument (minutes)', positionals[0] ?? '5', 0.1);
const sizes = {
  visitors: numberOf('--visitors', values.visitors, 0),
  users: numberOf('--users', values.users, 1),
  streams: numberOf('--streams', values.streams, 0),
};

const signal = interruptionSignal();

const site = await startLoadSite({ prefersNginx: true });
try {
  const load = new Load(site, sizes);
  const samples: Sample[] = [await takeSample(site, 'before')];
  const before = samples[0] as Sample;
  console.log(
    `${minutes} minutes with ${sizes.visitors} visitors, ${sizes.users} users, ${sizes.streams} price streams …`,
  );
  const lag = monitorEventLoopDelay();
  lag.enable();
  await load.start();
  let openStreams = 0;
  for (let number = 1; number <= SAMPLES && !signal.aborted; number += 1) {
    await wait((minutes * 60_000) / SAMPLES, signal);
    samples.push(await takeSample(site, `${((minutes * number) / SAMPLES).toFixed(1)} min`));
    openStreams = Math.max(openStreams, load.streams.open);
  }
  await load.stop();
  lag.disable();
  await wait(SETTLING_MS, signal);
  const during = samples.slice(1);
  const after = await takeSample(site, 'after');
  samples.push(after);

  const failedCalls = () => [...load.tally.takeFaults()].map(([kind, count]) => `${count} × ${kind}`);
  const faults = failedCalls();
  if (load.failedTransactions > 0) faults.push(`${load.failedTransactions} transactions failed`);
  if (load.streams.events < openStreams) faults.push('some price streams got no prices');
  faults.push(...leaksOf(before, after));
  if (minutes >= MIN_GROWTH_CHECK_MINUTES) faults.push(...growthOf(during));

  console.log(
    `\nBehind ${site.proxyName}, on ${os.cpus().length} processors (load average ${os.loadavg()[0]?.toFixed(1)}):\n`,
  );
  printTable(['call', 'calls', 'p50 ms', 'p99 ms', 'other than 200'], load.tally.rows());
  console.log('');
  printTable(SAMPLE_HEADINGS, samples.map(sampleCells));
  console.log('');
  // Runs last, because a failure must not lose the measurements.
  const credits = await load.settle();
  faults.push(...failedCalls(), ...credits.faults);
  printTable(
    ['what', 'value'],
    [
      ['kinds of errors', String(faults.length)],
      // Part of every time above. If it is long, this process was too slow for its load, not the site.
      ['p99 delay of the callers’ own process', `${(lag.percentile(99) / 1e6).toFixed(0)} ms`],
      ['requests sent again, because nginx closed an idle connection', String(load.tally.resent)],
      ['price streams open at once', String(openStreams)],
      ['price events received', String(load.streams.events)],
      ['deposits on the chains', String(credits.deposits)],
      ['their base units on the chains', String(credits.total)],
      ['base units credited', String(credits.credited)],
    ],
  );
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await site.stop();
}
if (signal.aborted) process.exitCode = 130;
