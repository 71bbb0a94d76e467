import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { interruptionSignal } from '@/scripts/launcher/interruption';
import { startLoadSite } from '../soak/load-site';
import { percentile, Tally } from '../soak/tally';
import { Conversation, createMember, type Member } from './message-conversation';
import { type EnteredSite, startOtherLoadSite } from './other-load-site';
import { printTable } from './served-site';

const CONVERSATIONS = 200;
/**
 * Seconds of sending at each rate, and rates in messages per second. `--parent` is a checkout of another commit to compare
 * with, such as the commit before a change. Both are measured at each rate, one after the other. It needs its own
 * `node_modules`, and is built if it isn't.
 */
const { values, positionals } = parseArgs({
  options: { parent: { type: 'string' } },
  allowPositionals: true,
});
const [SECONDS = 20, ...GIVEN] = positionals.map(Number);
const RATES = GIVEN.length > 0 ? GIVEN : [100, 200, 400, 1_000];
const SETTLING_MS = 60_000;

/** Limits per account are for people. Here, one account writes as much as many do. */
const LIMITS =
  'message=100000/60,read=100000/60,write=100000/60,nonce=100000/60,login=100000/60,stream=100000/60';

type Site = { name: string; site: EnteredSite };
const signal = interruptionSignal();
const sites: Site[] = [];

/** Sends at a rate, and returns the row of what arrived. `round` makes the addresses of the clients different. */
async function measure({ name, site }: Site, rate: number, round: number): Promise<string[]> {
  const tally = new Tally();
  const members: Member[] = [];
  for (let number = 0; number < 2 * CONVERSATIONS; number += 1)
    members.push(await createMember(site, tally, round * 2 * CONVERSATIONS + number));
  const conversations: Conversation[] = [];
  for (let number = 0; number < CONVERSATIONS; number += 1) {
    const [from, to] = members.slice(2 * number);
    if (from && to) conversations.push(await Conversation.start(from, to));
  }
  await Promise.all(conversations.map((conversation) => conversation.follow()));
  const lag = monitorEventLoopDelay();
  lag.enable();
  const started = performance.now();
  const end = started + SECONDS * 1_000;
  const interval = (CONVERSATIONS * 1_000) / rate;
  await Promise.all(conversations.map((conversation) => conversation.sendUntil(end, interval)));
  const sentS = (performance.now() - started) / 1_000;
  // What was accepted at the end is on its way.
  const settled = performance.now() + SETTLING_MS;
  const faults = () => conversations.map((conversation) => conversation.faults());
  while (performance.now() < settled && faults().some(({ lost }) => lost > 0)) await delay(500);
  lag.disable();
  const accepted = conversations.reduce((sum, conversation) => sum + conversation.accepted, 0);
  const delays = conversations.flatMap((conversation) => conversation.delays);
  const sum = (kind: 'lost' | 'repeated' | 'moved') =>
    String(faults().reduce((total, found) => total + found[kind], 0));
  console.log(`\n${rate} messages/s, ${name}:\n`);
  printTable(['call', 'calls', 'p50 ms', 'p99 ms', 'other than 200'], tally.rows());
  for (const { client } of members) client.close();
  return [
    `${rate}, ${name}`,
    (accepted / sentS).toFixed(0),
    String(accepted),
    percentile(delays, 0.5).toFixed(0),
    percentile(delays, 0.99).toFixed(0),
    sum('lost'),
    sum('repeated'),
    sum('moved'),
    (lag.percentile(99) / 1e6).toFixed(0),
  ];
}

try {
  const env = { RATE_LIMITS: LIMITS, MESSAGES_ENABLED: '1', MESSAGE_DAILY_MIB: '1048576' };
  const options = { prefersNginx: true, env };
  if (values.parent)
    sites.push({ name: 'other checkout', site: await startOtherLoadSite(values.parent, options) });
  sites.push({ name: 'this checkout', site: await startLoadSite(options) });
  const rows: string[][] = [];
  for (const [round, rate] of RATES.entries())
    for (const one of sites) if (!signal.aborted) rows.push(await measure(one, rate, round));
  console.log(`\n${CONVERSATIONS} conversations, ${SECONDS} s each, behind ${sites[0]?.site.proxyName}:\n`);
  printTable(
    [
      'messages/s wanted',
      'accepted/s',
      'accepted',
      'arrived after p50 ms',
      'p99 ms',
      'lost',
      'repeated',
      'out of order',
      'p99 delay of this process, ms',
    ],
    rows,
  );
  if (rows.some((row) => row.slice(5, 8).some((count) => count !== '0'))) process.exitCode = 1;
} finally {
  for (const { site } of sites) await site.stop();
}
if (signal.aborted) process.exitCode = 130;
