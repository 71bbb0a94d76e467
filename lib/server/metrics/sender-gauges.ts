import 'server-only';
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { serverEnv } from '@/lib/settings/env';
import { database } from '../db/database';
import { outbox, type SenderRole, senderStates, senders, transfers } from '../db/sender-tables';
import { describeError, log } from '../log';
import { dailyBudget } from '../transfers/limits';

type SenderReport = {
  role: SenderRole;
  chain: string;
  state: string;
  beat_age: number;
  balance: string;
  waiting: number;
  waiting_age: number;
  spent: string;
};
type Report = {
  senders: SenderReport[];
  jobs: { chain: string; state: string; reason: string; count: number }[];
};

/** Age at which a report is read again (ms). The gauges of a scrape share one. */
const REPORT_MAX_AGE_MS = 1_000;
let last: { report: Promise<Report>; at: number } | undefined;

async function readReport(): Promise<Report> {
  // With a back end, this server has no database.
  if (serverEnv().API_ORIGIN !== undefined) return { senders: [], jobs: [] };
  const db = database('health');
  const today = sql`date_trunc('day', now(), 'UTC')`;
  const { rows } = await db.execute<SenderReport>(sql`
    select ${senders.role} as role, ${senders.chainId}::text as chain, ${senders.state} as state,
      extract(epoch from now() - ${senders.beatAt})::float8 as beat_age, ${senders.balance}::text as balance,
      count(waiting.id)::int as waiting,
      coalesce(extract(epoch from now() - min(waiting.created_at)), 0)::float8 as waiting_age,
      (select coalesce(sum(fee_paid), 0)::text from ${outbox} as paid
        where paid.chain_id = ${senders.chainId} and paid.role = ${senders.role} and paid.created_at >= ${today}) as spent
    from ${senders}
    left join ${outbox} as waiting on waiting.chain_id = ${senders.chainId} and waiting.role = ${senders.role}
      and waiting.sender = ${senders.address}
      and waiting.block_number is null and waiting.settled_at is null
    group by ${senders.role}, ${senders.chainId}`);
  const { rows: jobs } = await db.execute<Report['jobs'][number]>(sql`
    select ${transfers.chainId}::text as chain, ${transfers.state} as state, coalesce(${transfers.reason}, '') as reason,
      count(*)::int as count
    from ${transfers} where ${transfers.createdAt} >= ${today} group by 1, 2, 3`);
  return { senders: rows, jobs };
}

async function report(): Promise<Report> {
  if (!last || performance.now() - last.at > REPORT_MAX_AGE_MS)
    last = { report: readReport(), at: performance.now() };
  try {
    return await last.report;
  } catch (error) {
    // Not rethrown, because the other metrics matter most while the database is unreachable.
    log.warn({ err: describeError(error) }, 'the state of the senders could not be read');
    return { senders: [], jobs: [] };
  }
}

const inEther = (wei: string | bigint) => Number(wei) / 1e18;

/** Figures of each sender, by role and chain. */
const FIGURES: readonly { name: string; help: string; of: (sender: SenderReport) => number }[] = [
  {
    name: 'tidewell_sender_beat_age_seconds',
    help: 'Time since the active sender of a role and chain last reported.',
    of: ({ beat_age }) => Math.max(beat_age, 0),
  },
  {
    name: 'tidewell_sender_balance',
    help: "Balance of a sender's address, in units of the native currency.",
    of: ({ balance }) => inEther(balance),
  },
  {
    name: 'tidewell_sender_spent_today',
    help: 'Fees that a sender has paid today (UTC), in units of the native currency.',
    of: ({ spent }) => inEther(spent),
  },
  {
    name: 'tidewell_sender_daily_budget',
    help: 'What a sender may spend per day, in units of the native currency.',
    of: ({ role, chain }) => inEther(dailyBudget(role, Number(chain))),
  },
  {
    name: 'tidewell_outbox_waiting',
    help: 'Transactions of a sender that are not mined yet.',
    of: ({ waiting }) => waiting,
  },
  {
    name: 'tidewell_outbox_age_seconds',
    help: 'Age of the oldest transaction of a sender that is not mined yet, or 0.',
    of: ({ waiting_age }) => Math.max(waiting_age, 0),
  },
];

/** Adds gauges of the senders and of today's transfers, read from the database, because senders serve no metrics. */
export function addSenderGauges(registers: Registry[]): void {
  for (const { name, help, of } of FIGURES)
    new Gauge({
      ...{ name, help, labelNames: ['role', 'chain'], registers },
      async collect() {
        const { senders: known } = await report();
        this.reset();
        for (const sender of known) this.set({ role: sender.role, chain: sender.chain }, of(sender));
      },
    });
  new Gauge({
    name: 'tidewell_sender_state',
    help: '1 for the state that a sender is in.',
    labelNames: ['role', 'chain', 'state'],
    registers,
    async collect() {
      const { senders: known } = await report();
      this.reset();
      for (const { role, chain, state } of known)
        for (const one of senderStates) this.set({ role, chain, state: one }, one === state ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tidewell_transfers_today',
    help: 'Transfers without a fee that were queued today (UTC), by their current state.',
    labelNames: ['chain', 'state', 'reason'],
    registers,
    async collect() {
      const { jobs } = await report();
      this.reset();
      for (const { count, ...labels } of jobs) this.set(labels, count);
    },
  });
}
