import 'server-only';
import { Gauge, type Registry } from 'prom-client';
import { DEGRADATIONS } from '@/lib/api/schemas/config';
import { cleanUpAges } from '../db/clean-up';
import { chainStates } from '../health/chain-heads';
import { clockOffsetMs, readiness } from '../health/ready';
import { describeError, log } from '../log';
import { uploadsSpace } from '../uploads/file-store';

function readinessGauges(registers: Registry[]): void {
  new Gauge({
    name: 'tidewell_ready',
    help: '1 if this instance can serve requests.',
    registers,
    async collect() {
      this.set((await readiness()).ready ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tidewell_degraded',
    help: "1 if the database can't be written, by reason.",
    labelNames: ['reason'],
    registers,
    async collect() {
      const state = await readiness();
      const degraded = 'degraded' in state ? state.degraded : undefined;
      for (const reason of DEGRADATIONS) this.set({ reason }, reason === degraded ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tidewell_clock_offset_seconds',
    help: "How far this instance's clock is ahead of PostgreSQL's.",
    registers,
    async collect() {
      await readiness();
      const offset = clockOffsetMs();
      this.remove();
      if (offset !== null) this.set(offset / 1_000);
    },
  });
  new Gauge({
    name: 'tidewell_chain_up',
    help: "1 if a chain's RPC endpoint responds.",
    labelNames: ['chain'],
    registers,
    async collect() {
      const states = await chainStates();
      this.reset();
      for (const { chainId, isUp } of states) this.set({ chain: chainId }, isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tidewell_chain_head_block',
    help: "Number of a chain's latest block.",
    labelNames: ['chain'],
    registers,
    async collect() {
      const states = await chainStates();
      this.reset();
      for (const { chainId, head } of states) if (head) this.set({ chain: chainId }, Number(head.number));
    },
  });
  new Gauge({
    name: 'tidewell_chain_head_age_seconds',
    help: "Time since a chain's latest block.",
    labelNames: ['chain'],
    registers,
    async collect() {
      const states = await chainStates();
      this.reset();
      for (const { chainId, head } of states)
        if (head) this.set({ chain: chainId }, Math.max(Date.now() - head.at.getTime(), 0) / 1_000);
    },
  });
}

async function readSpace() {
  try {
    return await uploadsSpace();
  } catch (error) {
    // Not rethrown, because the other metrics matter most while a disk fails.
    log.warn({ err: describeError(error) }, 'the disk space for uploads could not be read');
    return null;
  }
}

function uploadGauge(
  registers: Registry[],
  { part, ...text }: { part: 'free' | 'size'; name: string; help: string },
): void {
  new Gauge({
    ...text,
    registers,
    async collect() {
      const space = await readSpace();
      this.remove();
      if (space) this.set(space[part]);
    },
  });
}

/** Adds gauges for what on-call engineers are alerted on, besides traffic: readiness, chains, clean-up, and disk. */
export function addHealthGauges(registers: Registry[]): void {
  readinessGauges(registers);
  new Gauge({
    name: 'tidewell_clean_up_age_seconds',
    help: 'Time since a run of the clean-up deleted all expired rows of a table.',
    labelNames: ['table'],
    registers,
    collect() {
      this.reset();
      for (const { table, ageMs } of cleanUpAges()) this.set({ table }, ageMs / 1_000);
    },
  });
  uploadGauge(registers, {
    part: 'free',
    name: 'tidewell_uploads_free_bytes',
    help: 'Free space on the disk of uploaded pictures. Only if a folder stores them.',
  });
  uploadGauge(registers, {
    part: 'size',
    name: 'tidewell_uploads_size_bytes',
    help: 'Size of the disk of uploaded pictures. Only if a folder stores them.',
  });
}
