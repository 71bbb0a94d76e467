import 'server-only';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { cardRevealInput, cardRevealKey } from '@/lib/api/schemas/card';
import { ApiError } from '../../../http/api-error';
import { availableIssuer, callIssuer, refuse } from '../issuer-call';
import { findCard } from './list';

/**
 * Exchanges a nonce of the issuer's script for a key with which that script can show the number of the account's own card. The key
 * is useless without the nonce, and is neither stored nor logged.
 * @throws ApiError 404 if the account has no such card, 422 if it is closed or not active yet, or the issuer refuses, or 503.
 */
export async function revealKey(
  owner: Address,
  { id, nonce, version }: z.output<typeof cardRevealInput>,
): Promise<z.input<typeof cardRevealKey>> {
  const card = await findCard(owner, id);
  if (!card) throw new ApiError(404, 'notFound');
  if (card.status === 'closed') throw refuse(422, 'cardClosed');
  if (card.status === 'opening') throw refuse(422, 'cardNotActive');
  const { secret, expiresAt } = await callIssuer(availableIssuer().revealKey(id, nonce, version));
  return { secret, expiresAt: expiresAt.toISOString() };
}
