import 'server-only';
import { eq, inArray } from 'drizzle-orm';
import type { Address } from 'viem';
import { createAnnouncer } from '../db/announcer';
import { cardAccounts, cards } from '../db/card-tables';
import { database } from '../db/database';
import { describeError, log } from '../log';

/** PostgreSQL channel that announces the accounts whose cards, purchases, or card money have changed. */
export const CARD_CHANNEL = 'cards';
/** Addresses in one notification, 43 bytes each. */
const OWNERS_PER_NOTICE = 150;

/**
 * Notifies the card streams of accounts soon, without waiting for it, in this process or another one such as the sender. Call it
 * after the transaction.
 */
export const announceCardOwners: (owners: readonly Address[]) => void = createAnnouncer<Address>(
  CARD_CHANNEL,
  OWNERS_PER_NOTICE,
);

async function announceOwnersOf(cardIds: readonly string[]): Promise<void> {
  const owners = await database('counter')
    .selectDistinct({ owner: cardAccounts.owner })
    .from(cards)
    .innerJoin(cardAccounts, eq(cardAccounts.id, cards.accountId))
    .where(inArray(cards.id, [...cardIds]));
  announceCardOwners(owners.map(({ owner }) => owner));
}

/** Like `announceCardOwners`, for the owners of cards. Unknown cards don't matter. */
export function announceCards(cardIds: readonly string[]): void {
  announceOwnersOf(cardIds).catch((error: unknown) =>
    log.warn({ err: describeError(error) }, 'streams were not notified'),
  );
}
