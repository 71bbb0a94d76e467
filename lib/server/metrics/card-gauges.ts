import 'server-only';
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { serverEnv } from '@/lib/settings/env';
import { runsCardJobs } from '../card/card-jobs';
import { CHAIN_MAX_AGE_S } from '../card/decision/decision-statement';
import { cardMirrors } from '../db/card-chain-tables';
import { cardEvents, cardOperations, OFFSET } from '../db/card-decision-tables';
import { cardAccounts, cards } from '../db/card-tables';
import { coins } from '../db/config-tables';
import { database } from '../db/database';
import { describeError, log } from '../log';

type Report = { age: number; set_aside: number };

async function readReport(): Promise<Report | undefined> {
  // With a back end, this server has no database.
  if (serverEnv().API_ORIGIN !== undefined) return undefined;
  try {
    const { rows } = await database('health').execute<Report>(sql`
      select (select coalesce(extract(epoch from now() - min(received_at)), 0)::float8 from ${cardEvents}
          where content is not null and applied_at is null and set_aside_at is null) as age,
        (select count(*)::int from ${cardEvents} where set_aside_at is not null) as set_aside`);
    return rows[0];
  } catch (error) {
    // Not rethrown, because the other metrics matter most while the database is unreachable.
    log.warn({ err: describeError(error) }, 'the events of the card issuer could not be counted');
    return undefined;
  }
}

/** Adds gauges of the card jobs, and of the card issuer's events that are stored and not applied. */
export function addCardGauges(registers: Registry[]): void {
  new Gauge({
    name: 'tidewell_card_jobs_leader',
    help: '1 if this instance runs the card jobs for all instances. Only with a card issuer.',
    registers,
    collect() {
      this.remove();
      const runsJobs = runsCardJobs();
      if (runsJobs !== null) this.set(runsJobs ? 1 : 0);
    },
  });
  let report = Promise.resolve<Report | undefined>(undefined);
  new Gauge({
    name: 'tidewell_card_event_age_seconds',
    help: 'Age of the oldest event of the card issuer that is not applied yet, or 0.',
    registers,
    async collect() {
      report = readReport();
      const read = await report;
      this.remove();
      if (read) this.set(Math.max(read.age, 0));
    },
  });
  new Gauge({
    name: 'tidewell_card_events_set_aside',
    help: 'Events of the card issuer that were given up, because their card is unknown.',
    registers,
    async collect() {
      // The gauges of a scrape share a report.
      const read = await report;
      this.remove();
      if (read) this.set(read.set_aside);
    },
  });
}

type ChainReport = {
  mirrors: { chain: string; age: number | null; grace: number }[];
  operations: { chain: string; state: string; count: number; age: number }[];
  amounts: { chain: string; coin: string; kind: 'owed' | 'unplaced'; amount: number }[];
};

async function readChainReport(): Promise<ChainReport> {
  const nothing = { mirrors: [], operations: [], amounts: [] };
  if (serverEnv().API_ORIGIN !== undefined) return nothing;
  try {
    const db = database('health');
    const { rows: mirrors } = await db.execute<ChainReport['mirrors'][number]>(sql`
      select chain_id::text as chain, extract(epoch from now() - read_at)::float8 as age, grace from ${cardMirrors}`);
    const { rows: operations } = await db.execute<ChainReport['operations'][number]>(sql`
      select chain_id::text as chain, case when kind = 'hold' then 'unplaced' else 'open' end as state, count(*)::int as count,
        extract(epoch from now() - min(created_at))::float8 as age
      from ${cardOperations} where state in ('queued', 'sent') group by 1, 2
      union all
      select chain_id::text, 'refused', count(*)::int, 0
      from ${cardOperations} where state = 'refused' and reason is distinct from ${OFFSET}
        and created_at > now() - interval '1 day' group by 1`);
    const { rows: amounts } = await db.execute<ChainReport['amounts'][number]>(sql`
      with known as (
        select o.chain_id, a.coin_id, a.decimals, 'unplaced' as kind, o.amount_raw
        from ${cardOperations} o join ${cards} d on d.id = o.card_id join ${cardAccounts} a on a.id = d.account_id
        where o.kind = 'hold' and o.state in ('queued', 'sent')
        union all
        select chain_id, coin_id, decimals, 'owed', owed from ${cardAccounts} where owed > 0
      )
      select chain_id::text as chain, c.symbol as coin, kind, sum(amount_raw / power(10::numeric, decimals))::float8 as amount
      from known join ${coins} c on c.id = coin_id group by 1, 2, 3`);
    return { mirrors, operations, amounts };
  } catch (error) {
    log.warn({ err: describeError(error) }, 'the state of card accounts could not be read');
    return nothing;
  }
}

/** Gauges of what the sender's role for cards follows and posts. */
const CHAIN_FIGURES: readonly {
  name: string;
  help: string;
  labelNames: string[];
  of: (report: ChainReport) => { labels: Record<string, string>; value: number }[];
}[] = [
  {
    name: 'tidewell_card_mirror_age',
    help: 'Time since the contract for cards was last followed, as a part of the age from which purchases are declined.',
    labelNames: ['chain'],
    of: ({ mirrors }) =>
      mirrors.map(({ chain, age, grace }) => ({
        labels: { chain },
        value:
          age === null ? Number.POSITIVE_INFINITY : Math.max(age, 0) / Math.min(grace / 2, CHAIN_MAX_AGE_S),
      })),
  },
  {
    name: 'tidewell_card_operations',
    help: 'Operations for cards that wait (unplaced holds and others), and those of the past day that the contract refused.',
    labelNames: ['chain', 'state'],
    of: ({ operations }) =>
      operations.map(({ chain, state, count }) => ({ labels: { chain, state }, value: count })),
  },
  {
    name: 'tidewell_card_unplaced_age',
    help: 'Age of the oldest hold that is not placed, as a part of GRACE. Above 1, the contract refuses it.',
    labelNames: ['chain'],
    of: ({ mirrors, operations }) =>
      mirrors.map(({ chain, grace }) => {
        const oldest = operations.find((one) => one.chain === chain && one.state === 'unplaced');
        return { labels: { chain }, value: Math.max(oldest?.age ?? 0, 0) / grace };
      }),
  },
  {
    name: 'tidewell_card_amount',
    help: 'Amounts in whole coins: unplaced is approved and not held on the chain yet, owed is what could not be collected.',
    labelNames: ['chain', 'coin', 'kind'],
    of: ({ amounts }) =>
      amounts.map(({ chain, coin, kind, amount }) => ({ labels: { chain, coin, kind }, value: amount })),
  },
];

/** Adds gauges of the accounts and operations for cards. */
export function addCardChainGauges(registers: Registry[]): void {
  let report: Promise<ChainReport> = Promise.resolve({ mirrors: [], operations: [], amounts: [] });
  for (const [index, { name, help, labelNames, of }] of CHAIN_FIGURES.entries())
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        // The gauges of a scrape share a report.
        if (index === 0) report = readChainReport();
        const read = await report;
        this.reset();
        for (const { labels, value } of of(read)) this.set(labels, value);
      },
    });
}
