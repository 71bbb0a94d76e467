import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { databaseIn } from '@/scripts/launcher/settings';
import { decisionLoad, isApproved } from './card/decision-requests';
import { seedCards } from './card/seed-cards';
import { BENCH_DATA_DIR, median, printTable, startServedSite } from './served-site';
import { type Load, measure, signIn, userAccount } from './sign-in-requests';

/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
const CHAIN_ID = 31_337;
/** Enough that few holds of each wait, as they do beside a sender. */
const CARDS = 2_000;
const RUNS = 5;
const FREEZES = 40;
const [seconds = '5'] = process.argv.slice(2);

const secret = `whsec_${randomBytes(24).toString('hex')}`;
const env = {
  // No issuer is asked here: the bench itself sends its requests.
  CARD_ISSUER_KEY: 'sk_test_bench',
  CARD_ISSUER_ORIGIN: `http://127.0.0.1:${PORT + 9}`,
  CARD_DECISION_SECRETS: secret,
  CARD_EVENT_SECRETS: secret,
};

/** Starts a server in a process of its own that only verifies and parses requests for decisions. */
async function startBare(port: number) {
  const file = fileURLToPath(new URL('card/bare-decision.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, String(port), secret], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

const cells = ({ rate, p50, p99 }: Load) => [rate.toFixed(0), p50.toFixed(1), p99.toFixed(1)];

/** Compares decisions with the bare server in alternating runs. */
async function compareDecisions(url: string, bareUrl: string, cards: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  for (const connections of [16, 1]) {
    const load = (target: string) => ({ ...decisionLoad(target, secret, cards), connections });
    for (const target of [bareUrl, url]) await measure(load(target), 2);
    const runs: { bare: Load; own: Load }[] = [];
    for (let run = 0; run < RUNS; run += 1)
      runs.push({
        bare: await measure(load(bareUrl), Number(seconds)),
        own: await measure(load(url), Number(seconds)),
      });
    const middle = (loads: readonly Load[]): Load => ({
      rate: median(loads.map(({ rate }) => rate)),
      p50: median(loads.map(({ p50 }) => p50)),
      p99: median(loads.map(({ p99 }) => p99)),
    });
    const ratio = median(runs.map(({ bare, own }) => own.p99 / bare.p99));
    rows.push([`bare handler`, String(connections), ...cells(middle(runs.map(({ bare }) => bare))), '']);
    rows.push([`decision`, String(connections), ...cells(middle(runs.map(({ own }) => own))), ratio.toFixed(2)]);
  }
  console.log(`\nDecisions, ${RUNS} alternating runs of ${seconds} s, medians:\n`);
  printTable(['', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'p99 ratio'], rows);
}

/** Freezes a card again and again while its purchases go on, and measures the time until the first one is declined. */
async function measureFreezes(origin: string, url: string, card: string, client: Client): Promise<void> {
  const token = await signIn(origin, CHAIN_ID);
  const times: number[] = [];
  for (let freeze = 0; freeze < FREEZES; freeze += 1) {
    await client.query(`update cards set status = 'active' where id = $1`, [card]);
    if (!(await isApproved(url, secret, card))) throw new Error('the card of the bench is declined');
    const startedAt = performance.now();
    const asked = fetch(`${origin}/api/card/update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, authorization: `Bearer ${token}` },
      body: JSON.stringify({ id: card, freeze: true }),
    });
    while (await isApproved(url, secret, card)) if (performance.now() - startedAt > 5_000) break;
    times.push(performance.now() - startedAt);
    const { ok, status } = await asked;
    if (!ok) throw new Error(`the freeze failed: ${status}`);
  }
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(0);
  console.log(`\nFrom a freeze to the first declined purchase, ${FREEZES} times: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`);
}

const site = await startServedSite(PORT, { fresh: true, env });
const bare = await startBare(PORT + 1);
const databaseUrl = await databaseIn(path.resolve(BENCH_DATA_DIR));
const client = new Client({ connectionString: databaseUrl });
try {
  await client.connect();
  const [own = '', ...cards] = await seedCards(databaseUrl, userAccount().address, CARDS);
  const url = `${site.origin}/api/card/issuer/decision`;
  await compareDecisions(url, bare.url, cards);
  await measureFreezes(site.origin, url, own, client);
} finally {
  await client.end();
  bare.stop();
  await site.stop();
}
