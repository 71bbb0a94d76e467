import 'server-only';
import { Leader, type LeaderTask } from '../db/leader';
import { configuredIssuer } from '../issuer/configured-issuer';
import type { Issuer } from '../issuer/issuer';
import { type Loop, startLoop } from '../loop';
import { followLimits, followStatuses } from './follow-issuer';
import { applyEvents } from './ledger/apply-events';
import { readLists, readOpenAuthorizations, readOutcomes, readStatuses } from './ledger/reconcile';
import { retryCredits } from './ledger/retry-credits';

const EVENTS_MS = 1_000;
const FOLLOW_MS = 2_000;
const LIMITS_MS = 10 * 60_000;
const OUTCOMES_MS = 30_000;
const LISTS_MS = 60 * 60 * 1_000;
const CREDITS_MS = 60 * 60 * 1_000;

/** Advisory lock of the instance that runs the jobs. */
const CARD_JOBS_LOCK = 7_433_908n;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.card-jobs');
const registry = globalThis as typeof globalThis & { [key]?: Leader | undefined };

function startLoops(issuer: Issuer): Loop[] {
  const readOpen = async () => {
    await readOutcomes(issuer);
    await readOpenAuthorizations(issuer);
    await readStatuses(issuer);
  };
  return [
    startLoop(EVENTS_MS, () => applyEvents(issuer), 'applying events of the card issuer'),
    startLoop(FOLLOW_MS, () => followStatuses(issuer), 'setting the status of cards at the issuer'),
    startLoop(LIMITS_MS, () => followLimits(issuer), 'setting the limits of cards at the issuer'),
    startLoop(OUTCOMES_MS, readOpen, 'reading open purchases from the card issuer'),
    startLoop(LISTS_MS, () => readLists(issuer), 'reading the lists of the card issuer'),
    startLoop(CREDITS_MS, retryCredits, 'queuing refused credits again'),
  ];
}

/**
 * The jobs write over the pools, not over the leader's connection. If that is lost, another instance can start them before this one
 * has noticed. That does no harm: each change locks its rows, and repeating it changes nothing, at the issuer either.
 */
function createTask(issuer: Issuer): LeaderTask {
  let loops: Loop[] = [];
  return {
    start: () => {
      loops = startLoops(issuer);
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/**
 * Creates one instance's part in the jobs for an issuer: applying its events, comparing with its lists, setting the status and limits
 * of cards there, and queuing refused credits again. One instance at a time runs them.
 */
export const createCardJobs = (issuer: Issuer): Leader =>
  new Leader({ lock: CARD_JOBS_LOCK, work: 'the card jobs', makeTask: () => createTask(issuer) });

/** Starts to run the jobs, or to wait until the instance that runs them ends, if there is an issuer. */
export async function startCardJobs(): Promise<void> {
  await stopCardJobs();
  const issuer = configuredIssuer();
  if (!issuer) return;
  registry[key] = createCardJobs(issuer);
  registry[key].start();
}

export async function stopCardJobs(): Promise<void> {
  const leader = registry[key];
  delete registry[key];
  await leader?.stop();
}

/** Returns whether this instance runs the jobs, or null if there is no issuer. */
export const runsCardJobs = (): boolean | null => registry[key]?.isLeading ?? null;
