import { inTurn } from '../rounds';
import { BENCH_DATA_DIR, printTable } from '../served-site';
import { signInRequests, warmUp } from '../sign-in-requests';
import { libraryRates } from './library-calls';
import { CHAIN_ID, note, type Plan, roundsOf } from './plan';

const targetOf = (origin: string) => ({ url: origin, requests: signInRequests(origin, CHAIN_ID) });

/** Benchmarks sign-ins against those of another checkout. */
export async function compareSignIns(origin: string, other: string, plan: Plan): Promise<void> {
  const targets = [other, origin].map(targetOf);
  for (const target of targets) await warmUp(target);
  const [base, own] = await inTurn(targets, roundsOf(plan, 16));
  if (!base || !own) throw new Error('nothing was measured');
  // A sign-in takes two requests.
  const rates = [base.rate / 2, own.rate / 2].map((rate) => rate.toFixed(0));
  const cells = [...rates, own.ratio.toFixed(2), base.p99.toFixed(1), own.p99.toFixed(1)];
  console.log(
    `\nSign-ins beside those of the other checkout (${note(plan)}, latencies of either request):\n`,
  );
  printTable(
    ['connections', 'other checkout/s', 'sign-ins/s', 'ratio', 'other p99 ms', 'p99 ms'],
    [['16', ...cells]],
  );
}

/** Benchmarks sign-ins, and the library calls that they make. */
export async function measureSignIns(origin: string, plan: Plan): Promise<void> {
  const target = targetOf(origin);
  const rows: string[][] = [];
  const rates: number[] = [];
  await warmUp(target);
  for (const connections of [1, 16, 128]) {
    const [load] = await inTurn([target], roundsOf(plan, connections));
    if (!load) throw new Error('nothing was measured');
    // A sign-in takes two requests.
    const rate = load.rate / 2;
    rates.push(rate);
    rows.push([String(connections), rate.toFixed(0), load.p50.toFixed(1), load.p99.toFixed(1)]);
  }
  console.log('\nSign-ins (a nonce, then a sign-in by it), latencies of either request:\n');
  printTable(['connections', 'sign-ins/s', 'p50 ms', 'p99 ms'], rows);

  const alone = await libraryRates(BENCH_DATA_DIR, 16, plan.seconds);
  const fastest = Math.max(...rates);
  console.log('\nCalls into libraries of a sign-in, each alone, 16 at once, from one process:\n');
  printTable(
    ['call', 'calls/s', 'sign-ins against it'],
    Object.entries(alone).map(([name, rate]) => [name, rate.toFixed(0), (fastest / rate).toFixed(2)]),
  );
}
