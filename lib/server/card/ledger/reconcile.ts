import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { cardRequests } from '../../db/card-decision-tables';
import { cardAuthorizations, cardLists } from '../../db/card-purchase-tables';
import { database } from '../../db/database';
import type { Fact } from '../../db/stored-card-fact';
import type { Issuer, Listed } from '../../issuer/issuer';
import { IssuerRequestError } from '../../issuer/issuer-error';
import { describeError, log } from '../../log';
import { releaseRequest } from '../decision/release-request';
import { applyAuthorization, applyFact, type FactReader } from './apply-fact';
import { queueListed } from './event-queue';
import { staleStatuses } from './issuer-status';

type ListReader = Pick<Issuer, 'listSince'> & FactReader;

const HOUR_MS = 60 * 60 * 1_000;
/** How far before its cursor a list is read again: its objects have whole seconds, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** Where the first reading of a list starts. */
const FIRST_MS = 35 * 24 * HOUR_MS;
const BATCH = 100;

/** Runs `task`. Logs a failure, so that one object can't stop the others. Returns whether it succeeded. */
async function attempt(what: Record<string, string>, task: () => Promise<unknown>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    log.warn({ ...what, err: describeError(error) }, 'an object of the card issuer was not applied');
    return false;
  }
}

const FACTS: { [Kind in keyof Listed]: (object: Listed[Kind]) => Fact } = {
  authorizations: (authorization) => ({ kind: 'authorization', authorization }),
  transactions: (transaction) => ({ kind: 'transaction', transaction }),
  disputes: (dispute) => ({ kind: 'dispute', dispute }),
};

/**
 * Applies what the issuer created since the cursor of a list, which then moves on. What can't be applied is queued like an event,
 * so it doesn't stop the list.
 */
async function readList<Kind extends keyof Listed>(issuer: ListReader, kind: Kind): Promise<void> {
  const [cursor] = await database('transaction').select().from(cardLists).where(eq(cardLists.kind, kind));
  const readUntil = new Date();
  const since = cursor ? cursor.readUntil.getTime() - OVERLAP_MS : readUntil.getTime() - FIRST_MS;
  for await (const object of issuer.listSince(kind, new Date(since))) {
    const fact = FACTS[kind](object);
    const isApplied = await attempt({ kind, id: object.id }, () => applyFact(issuer, fact));
    if (!isApplied) await queueListed(object.id, fact);
  }
  await database('transaction')
    .insert(cardLists)
    .values({ kind, readUntil })
    .onConflictDoUpdate({ target: cardLists.kind, set: { readUntil } });
}

/** Applies what the issuer's lists have and no event has reported. Authorizations come first: the others name them. */
export async function readLists(issuer: ListReader): Promise<void> {
  for (const kind of ['authorizations', 'transactions', 'disputes'] as const) await readList(issuer, kind);
}

/** Reads authorizations that are open for a day from the issuer, each once per hour. */
export async function readOpenAuthorizations(issuer: Pick<Issuer, 'readAuthorization'>): Promise<void> {
  const { rows } = await database('transaction').execute<{ id: string }>(sql`
    select id from ${cardAuthorizations} where status = 'pending' and next_read_at < now()
    order by next_read_at limit ${BATCH}`);
  for (const { id: authorizationId } of rows)
    await attempt({ authorizationId }, async () =>
      applyAuthorization(issuer, await issuer.readAuthorization(authorizationId), true),
    );
}

/** Reads the status of cards and holders that was not read for a day. */
export async function readStatuses(issuer: FactReader): Promise<void> {
  for (const fact of await staleStatuses()) await attempt(fact, () => applyFact(issuer, fact));
}

const isMissing = (error: unknown) =>
  error instanceof IssuerRequestError && error.isRefused && error.code === 'resource_missing';

type Undecided = { eventId: string; authorizationId: string; position: number };

/**
 * Reads the outcome of approvals that no event has reported within a minute, and of increments likewise. If the issuer has no
 * such authorization, the reservation is released.
 */
export async function readOutcomes(issuer: Pick<Issuer, 'readAuthorization'>): Promise<void> {
  const { rows } = await database('transaction').execute<Undecided>(sql`
    select r.event_id as "eventId", r.authorization_id as "authorizationId", r.position from ${cardRequests} r
    where r.reserved_raw > 0 and r.outcome_at is null and r.released_at is null
      and r.decided_at between now() - interval '35 days' and now() - interval '1 minute'
    order by r.decided_at limit ${BATCH}`);
  for (const { eventId, authorizationId, position } of rows)
    await attempt({ authorizationId }, async () => {
      const authorization = await issuer.readAuthorization(authorizationId).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (authorization) await applyAuthorization(issuer, authorization, true);
      // Otherwise, the issuer has the authorization without this request, or doesn't have it at all.
      if (position >= (authorization?.requests.length ?? 0)) await releaseRequest(eventId);
    });
}
