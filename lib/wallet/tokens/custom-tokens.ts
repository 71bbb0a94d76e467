import { type Address, isAddress } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';

/** A token that the device's owner added by its address. What it says of itself is not to be believed. */
export type CustomToken = {
  chainId: number;
  address: Address;
  symbol: string;
  name: string;
  decimals: number;
};

const MOST = 50;

function isCustomToken(value: unknown): value is CustomToken {
  if (typeof value !== 'object' || value === null) return false;
  const { chainId, address, symbol, name, decimals } = value as Record<string, unknown>;
  return (
    Number.isInteger(chainId) &&
    typeof address === 'string' &&
    isAddress(address) &&
    typeof symbol === 'string' &&
    typeof name === 'string' &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0 &&
    Number(decimals) <= 36
  );
}

const list = createStoredList('tidewell.tokens', isCustomToken, MOST);

export const useCustomTokens = list.useList;
export const watchCustomTokens = list.watch;

const isSame = (one: CustomToken, { chainId, address }: Pick<CustomToken, 'chainId' | 'address'>) =>
  one.chainId === chainId && one.address === address;

export function addCustomToken(token: CustomToken): void {
  list.change((known) => [...known.filter((other) => !isSame(other, token)), token]);
}

export function removeCustomToken(token: Pick<CustomToken, 'chainId' | 'address'>): void {
  list.change((known) => known.filter((other) => !isSame(other, token)));
}
