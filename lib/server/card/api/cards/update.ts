import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { card, cardUpdateInput } from '@/lib/api/schemas/card';
import { cards } from '../../../db/card-tables';
import { database, inTransaction } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { configuredIssuer } from '../../../issuer/configured-issuer';
import { announceCards } from '../../announce';
import { followStatus } from '../../follow-issuer';
import { lockCard } from '../../ledger/card-lock';
import { queueFreeze } from '../../queue-freeze';
import { refuse } from '../issuer-call';
import { findCard } from './list';

/** Maximum number of merchants that a card blocks. */
const MAX_BLOCKED = 500;

/** Blocks a merchant for a card. @throws ApiError 422 if too many are blocked. */
async function block(cardId: string, merchantId: string): Promise<void> {
  const [changed] = await database('transaction')
    .update(cards)
    .set({
      blockedMerchants: sql`case when ${merchantId} = any(${cards.blockedMerchants}) then ${cards.blockedMerchants}
        else array_append(${cards.blockedMerchants}, ${merchantId}::text) end`,
    })
    .where(and(eq(cards.id, cardId), sql`cardinality(${cards.blockedMerchants}) < ${MAX_BLOCKED}`))
    .returning({ id: cards.id });
  if (!changed) throw refuse(422, 'cardTooManyMerchants');
}

async function unblock(cardId: string, merchantId: string): Promise<void> {
  await database('transaction')
    .update(cards)
    .set({ blockedMerchants: sql`array_remove(${cards.blockedMerchants}, ${merchantId}::text)` })
    .where(eq(cards.id, cardId));
}

/**
 * Freezes a card of an account, or changes which merchants it blocks. Returns the card, whose `frozen` shows where the freeze has
 * taken effect. If the issuer is unreachable, a job repeats the request; purchases are declined anyway.
 * @throws ApiError 404 if the account has no such card, or 422 if it is closed or blocks too many merchants.
 */
export async function updateCard(
  owner: Address,
  { id, freeze: isFreezing, blockMerchant, unblockMerchant }: z.output<typeof cardUpdateInput>,
): Promise<z.input<typeof card>> {
  const before = await findCard(owner, id);
  if (!before) throw new ApiError(404, 'notFound');
  if (before.status === 'closed') throw refuse(422, 'cardClosed');
  if (blockMerchant !== undefined) await block(id, blockMerchant);
  if (unblockMerchant !== undefined) await unblock(id, unblockMerchant);
  if (isFreezing) {
    await inTransaction('transaction', async (db) => queueFreeze(db, await lockCard(db, id)));
    const issuer = configuredIssuer();
    if (issuer) await followStatus(issuer, id);
  }
  announceCards([id]);
  const after = await findCard(owner, id);
  if (!after) throw new ApiError(404, 'notFound');
  return after;
}
