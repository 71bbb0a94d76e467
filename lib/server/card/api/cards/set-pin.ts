import 'server-only';
import { createHash } from 'node:crypto';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { cardPinInput } from '@/lib/api/schemas/card';
import { ApiError } from '../../../http/api-error';
import { availableIssuer, callIssuer, refuse } from '../issuer-call';
import { findCard } from './list';

/**
 * Sets the PIN of an account's own physical card at the issuer. Only the issuer can decrypt it, and the ciphertext is neither stored
 * nor logged. The same ciphertext again is the same request.
 * @throws ApiError 404 if the account has no such card, 422 if it isn't an active physical card or the issuer refuses, or 503.
 */
export async function setPin(
  owner: Address,
  { id, encryptedPin }: z.output<typeof cardPinInput>,
): Promise<null> {
  const card = await findCard(owner, id);
  if (!card) throw new ApiError(404, 'notFound');
  if (card.type !== 'physical' || card.status !== 'active') throw refuse(422, 'cardPinUnavailable');
  const key = `pin:${id}:${createHash('sha256').update(encryptedPin).digest('hex')}`;
  await callIssuer(availableIssuer().setPin(id, encryptedPin, key), {
    refused: 'cardPinRefused',
    unknown: 'cardPinUnknown',
  });
  return null;
}
