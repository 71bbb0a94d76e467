import 'server-only';
import { configuredIssuer } from '../issuer/configured-issuer';
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

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.card-jobs');
const registry = globalThis as typeof globalThis & { [key]?: Loop[] | undefined };

/**
 * Starts to apply the card issuer's events, to compare with its lists, to set the status and limits of cards there, and to queue
 * refused credits again, if there is an issuer.
 */
export async function startCardJobs(): Promise<void> {
  await stopCardJobs();
  const issuer = configuredIssuer();
  if (!issuer) return;
  const readOpen = async () => {
    await readOutcomes(issuer);
    await readOpenAuthorizations(issuer);
    await readStatuses(issuer);
  };
  registry[key] = [
    startLoop(EVENTS_MS, () => applyEvents(issuer), 'applying events of the card issuer'),
    startLoop(FOLLOW_MS, () => followStatuses(issuer), 'setting the status of cards at the issuer'),
    startLoop(LIMITS_MS, () => followLimits(issuer), 'setting the limits of cards at the issuer'),
    startLoop(OUTCOMES_MS, readOpen, 'reading open purchases from the card issuer'),
    startLoop(LISTS_MS, () => readLists(issuer), 'reading the lists of the card issuer'),
    startLoop(CREDITS_MS, retryCredits, 'queuing refused credits again'),
  ];
}

export async function stopCardJobs(): Promise<void> {
  const loops = registry[key] ?? [];
  delete registry[key];
  await Promise.all(loops.map((loop) => loop.stop()));
}
