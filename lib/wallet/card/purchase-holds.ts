import type { Hex } from 'viem';
import type { CardPurchase } from '@/lib/api/types';
import { holdIdentifier, identifierOf } from '@/lib/evm/card-account';

/** Returns whether part of a purchase is still held. */
export const isHeld = ({ held }: Pick<CardPurchase, 'held'>): boolean => BigInt(held) > 0n;

/** Returns whether anyone can release the hold by now, by this device's clock. The contract decides. */
export const isReleasable = (purchase: CardPurchase, now: number): boolean =>
  isHeld(purchase) && purchase.holdExpiresAt !== null && Date.parse(purchase.holdExpiresAt) <= now;

/** Most holds of one purchase to look for: the first one, and those after increments of closed ones. */
const MOST_HOLDS = 4;

/** Returns the contract's identifiers of a purchase's holds, by the issuer's ID (docs/card.md). Most don't exist. */
export function holdIds({ id }: Pick<CardPurchase, 'id'>): Hex[] {
  const first = identifierOf(id);
  return Array.from({ length: MOST_HOLDS }, (_, closed) => holdIdentifier(first, closed));
}
