import type { FindingCode } from '@/lib/wallet/signing/finding';
import type { TrapPlace } from './signing-place';

/** Refused with an error code before anybody is asked, or shown with these findings among others. */
export type Outcome = { refused: number } | { warned: readonly FindingCode[] };

/** A request that a page should not get signed unwarned, and what becomes of it. */
export type Trap = {
  name: string;
  method: string;
  params: (place: TrapPlace) => readonly unknown[];
} & Outcome;

/** EIP-1193 and EIP-1474. */
export const UNSUPPORTED = 4200;
export const UNAUTHORIZED = 4100;
export const INVALID_PARAMS = -32602;

/** Malformed, so that nobody is asked. */
export const refused = { refused: INVALID_PARAMS };

export const typed = (name: string, data: (place: TrapPlace) => unknown, outcome: Outcome): Trap => ({
  name,
  method: 'eth_signTypedData_v4',
  params: (place) => [place.account, data(place)],
  ...outcome,
});

export const personal = (name: string, message: (place: TrapPlace) => unknown, outcome: Outcome): Trap => ({
  name,
  method: 'personal_sign',
  params: (place) => [message(place), place.account],
  ...outcome,
});
