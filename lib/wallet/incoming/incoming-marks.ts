import type { Address } from 'viem';
import { readStored, writeStored } from '@/lib/preferences/storage';

type Place = { chainId: number; account: Address };

const parse = (text: string | null): bigint | null =>
  text !== null && /^\d{1,15}$/.test(text) ? BigInt(text) : null;

const toldKey = ({ chainId, account }: Place) => `tidewell.told.${chainId}.${account}`;

/** Returns the block up to which any tab has told the user about incoming payments. */
export const readTold = (place: Place): bigint | null => parse(readStored(toldKey(place)));

/** Stores that the user was told about the payments up to a block. */
export const writeTold = (place: Place, block: bigint): boolean => writeStored(toldKey(place), `${block}`);

const requestKey = ({ chainId, account }: Place) => `tidewell.request.${chainId}.${account}`;

/** Returns the block in which this tab opened the payment request that it shows. */
export function readRequestStart(place: Place): bigint | null {
  try {
    return parse(sessionStorage.getItem(requestKey(place)));
  } catch {
    return null;
  }
}

/** Stores the block in which a payment request was opened, so that it survives a reload. Null once it's closed. */
export function writeRequestStart(place: Place, block: bigint | null): void {
  try {
    if (block === null) sessionStorage.removeItem(requestKey(place));
    else sessionStorage.setItem(requestKey(place), `${block}`);
  } catch {
    // Storage is unavailable, so a reload starts the request again.
  }
}
