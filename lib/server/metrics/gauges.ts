import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { isSame } from '@/lib/preview/preview-mode';
import { ApiError } from '@/lib/server/http/api-error';
import { serverEnv } from '@/lib/settings/env';
import { HEALTH_TIMEOUT_MS, poolState } from '../db/database';
import { describeError, log } from '../log';
import { type BoardEntry, readBoard } from '../prices/board';
import { SOURCE_STATES } from '../prices/health';
import { priceHub, priceSources } from '../prices/service';
import { addCardChainGauges, addCardGauges } from './card-gauges';
import { meters } from './count';
import { addHealthGauges } from './health-gauges';
import { addSenderGauges } from './sender-gauges';

function databaseGauges(registers: Registry[]): void {
  new Gauge({
    name: 'tidewell_database_connections',
    help: 'Connections of the pool.',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle } = poolState();
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'busy' }, total - idle);
    },
  });
  new Gauge({
    name: 'tidewell_database_connections_limit',
    help: 'Maximum connections of the pool (DATABASE_POOL_SIZE).',
    registers,
    collect() {
      this.set(poolState().limit);
    },
  });
  new Gauge({
    name: 'tidewell_database_waiting',
    help: 'Calls waiting for a connection.',
    registers,
    collect() {
      this.set(poolState().waiting);
    },
  });
}

function sourceGauges(registers: Registry[]): void {
  new Gauge({
    name: 'tidewell_price_leader',
    help: '1 if this instance reads the price sources for all instances.',
    registers,
    collect() {
      this.set(priceSources() === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'tidewell_price_source_state',
    help: '1 for the state a price source is in. Only if this instance reads them.',
    labelNames: ['source', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { source, state } of priceSources() ?? [])
        for (const one of SOURCE_STATES) this.set({ source, state: one }, one === state ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tidewell_price_source_age_seconds',
    help: 'Time since a price source last responded. Only if this instance reads them.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset();
      for (const { source, heardAt } of priceSources() ?? [])
        if (heardAt !== null) this.set({ source }, (performance.now() - heardAt) / 1_000);
    },
  });
}

let lastPrices: readonly BoardEntry[] = [];

/** Returns the current prices. If the database doesn't answer in time, returns the last known ones, which grow older. */
async function knownPrices(): Promise<readonly BoardEntry[]> {
  const reading = readBoard().then(
    ({ entries }) => {
      lastPrices = entries;
    },
    // Not rethrown, because the other metrics matter most while the database is unreachable.
    (error: unknown) => log.warn({ err: describeError(error) }, 'the age of prices could not be read'),
  );
  await Promise.race([reading, delay(HEALTH_TIMEOUT_MS, undefined, { ref: false })]);
  return lastPrices;
}

function priceGauges(registers: Registry[]): void {
  new Gauge({
    name: 'tidewell_price_age_seconds',
    help: "Time since a source last confirmed a coin's price.",
    labelNames: ['coin'],
    registers,
    async collect() {
      this.reset();
      // With a back end, this server has no database.
      if (serverEnv().API_ORIGIN !== undefined) return;
      for (const { coinId, at } of await knownPrices())
        this.set({ coin: coinId }, Math.max(Date.now() - at.getTime(), 0) / 1_000);
    },
  });
  new Gauge({
    name: 'tidewell_price_stream_readers',
    help: 'Open price streams.',
    registers,
    collect() {
      this.set(priceHub()?.size ?? 0);
    },
  });
}

/** Adds gauges, measured on collection, and Node's default metrics to a registry, unless it already has them. */
export function addGauges(registry: Registry): void {
  if (registry.getSingleMetric('tidewell_database_waiting')) return;
  addHealthGauges([registry]);
  databaseGauges([registry]);
  sourceGauges([registry]);
  priceGauges([registry]);
  addSenderGauges([registry]);
  addCardGauges([registry]);
  addCardChainGauges([registry]);
  collectDefaultMetrics({ register: registry });
}

/**
 * Returns this instance's metrics in the Prometheus text format. The caller must send METRICS_TOKEN as a bearer token
 * (RFC 6750).
 * @throws ApiError 404 if METRICS_TOKEN isn't set, 401 for a missing or wrong token.
 */
export async function exposeMetrics(request: Request): Promise<{ type: string; text: string }> {
  const { METRICS_TOKEN } = serverEnv();
  if (METRICS_TOKEN === undefined) throw new ApiError(404, 'noSuchCall');
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!isSame(given, METRICS_TOKEN)) throw new ApiError(401, 'tokenRequired');
  const { registry } = meters();
  addGauges(registry);
  return { type: registry.contentType, text: await registry.metrics() };
}
