import 'server-only';
import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem';

/** Returns the contract's identifier for one of the issuer's: of a hold, for its authorization. */
export const identifierOf = (id: string): Hex => keccak256(stringToHex(id));

/**
 * Returns the identifier of a purchase's hold after `closed` of its holds were closed, which the contract doesn't reopen. `holdId` is
 * that of the first.
 */
export const holdIdentifier = (holdId: Hex, closed: number): Hex =>
  closed === 0 ? holdId : keccak256(concatHex([holdId, numberToHex(closed, { size: 32 })]));
