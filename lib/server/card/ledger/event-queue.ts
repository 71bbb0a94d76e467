import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { cardEvents } from '../../db/card-decision-tables';
import { database } from '../../db/database';
import { type Fact, storedFact } from '../../db/stored-card-fact';

/** Stores what an event reports, once per event. */
export async function queueEvent(id: string, fact: Fact, receivedAt: Date): Promise<void> {
  await database('transaction')
    .insert(cardEvents)
    .values({ id, content: z.encode(storedFact, fact), receivedAt })
    .onConflictDoNothing();
}

/**
 * Stores an object of the issuer's lists that could not be applied, as an event with an ID of our own, so that it is tried again
 * and the list can be read on. A later version replaces it, unless it was set aside.
 */
export async function queueListed(objectId: string, fact: Fact): Promise<void> {
  const content = z.encode(storedFact, fact);
  await database('transaction')
    .insert(cardEvents)
    .values({ id: `list:${objectId}`, content })
    .onConflictDoUpdate({
      target: cardEvents.id,
      set: { content, appliedAt: null, nextAt: sql`now()` },
    });
}
