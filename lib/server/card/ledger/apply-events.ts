import 'server-only';
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { cardEvents } from '../../db/card-decision-tables';
import { database } from '../../db/database';
import { storedFact } from '../../db/stored-card-fact';
import { describeError, log } from '../../log';
import { applyFact, type FactReader } from './apply-fact';
import { UnknownCardError } from './card-lock';

const BATCH = 50;
/** Longest pause between two attempts to apply an event, in seconds. */
const MAX_PAUSE_S = 600;
/** How long an event waits for its card to be stored, which takes seconds after the card was created. */
const CARD_WAIT_MS = 10 * 60 * 1_000;

const isOpen = and(
  isNotNull(cardEvents.content),
  isNull(cardEvents.appliedAt),
  isNull(cardEvents.setAsideAt),
);

type StoredEvent = typeof cardEvents.$inferSelect;

const update = (id: string, values: PgUpdateSetSource<typeof cardEvents>) =>
  database('transaction').update(cardEvents).set(values).where(eq(cardEvents.id, id));

/** Schedules another attempt. An event whose card stays unknown is set aside instead. */
async function postpone({ id, attempts, receivedAt }: StoredEvent, error: unknown): Promise<void> {
  const details = { eventId: id, attempts, err: describeError(error) };
  if (error instanceof UnknownCardError && Date.now() - receivedAt.getTime() > CARD_WAIT_MS) {
    log.error(details, 'an event of an unknown card was set aside');
    await update(id, { setAsideAt: sql`now()` });
    return;
  }
  log.warn(details, 'an event of the card issuer was not applied');
  const pause = Math.min(2 ** Math.min(attempts, 20), MAX_PAUSE_S);
  await update(id, {
    attempts: attempts + 1,
    nextAt: sql`now() + make_interval(secs => ${pause}::float8)`,
  });
}

async function apply(reader: FactReader, event: StoredEvent): Promise<void> {
  const { id, content } = event;
  try {
    await applyFact(reader, z.decode(storedFact, content as NonNullable<typeof content>));
  } catch (error) {
    await postpone(event, error);
    return;
  }
  await update(id, { appliedAt: sql`now()` });
}

/**
 * Applies stored events that are due, in the order of when they became due. One that fails is tried again with growing pauses,
 * or set aside if its card stays unknown, and doesn't stop the others. Applying an event again changes nothing.
 */
export async function applyEvents(reader: FactReader): Promise<void> {
  for (;;) {
    const due = await database('transaction')
      .select()
      .from(cardEvents)
      .where(and(isOpen, lte(cardEvents.nextAt, sql`now()`)))
      .orderBy(asc(cardEvents.nextAt))
      .limit(BATCH);
    for (const event of due) await apply(reader, event);
    if (due.length < BATCH) return;
  }
}
