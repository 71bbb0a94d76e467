import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem';
import type { CardPurchase } from '@/lib/api/types';

/** Purchases with money that is still reserved. */
export const isHeld = ({ held }: Pick<CardPurchase, 'held'>): boolean => BigInt(held) > 0n;

/** Returns whether anyone can release the hold by now, by this device's clock. The contract decides. */
export const isReleasable = ({ held, holdExpiresAt }: CardPurchase, now: number): boolean =>
  BigInt(held) > 0n && holdExpiresAt !== null && Date.parse(holdExpiresAt) <= now;

/** Most holds of one purchase to look for: the first one, and those after increments of closed ones. */
const MOST_HOLDS = 4;

/** Returns the contract's identifiers of a purchase's holds, by the issuer's ID (docs/card.md). Most don't exist. */
export function holdIds({ id }: Pick<CardPurchase, 'id'>): Hex[] {
  const first = keccak256(stringToHex(id));
  const later = (closed: number) => keccak256(concatHex([first, numberToHex(closed, { size: 32 })]));
  return Array.from({ length: MOST_HOLDS }, (_, closed) => (closed === 0 ? first : later(closed)));
}
