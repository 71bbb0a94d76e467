import { type Address, type Client, erc20Abi, isAddress } from 'viem';
import { getCode, readContract } from 'viem/actions';
import { isContractCode } from '@/lib/evm/address';
import { isUnanswered } from '@/lib/evm/node-transport';
import { tokenText } from '@/lib/evm/token-text';
import { createStoredList } from '@/lib/preferences/stored-list';

/** A token added by the user. Its name and symbol come from its contract and are not trusted. */
export type CustomToken = {
  chainId: number;
  address: Address;
  symbol: string;
  name: string;
  decimals: number;
};

const MOST = 50;
const LIMITS = { symbol: 16, name: 48, decimals: 36 } as const;

/** Returns whether a stored text is what `tokenText` returns, because another version or tab may have stored it. */
const isShown = (text: unknown, most: number): boolean =>
  typeof text === 'string' && text === tokenText(text, most);

function isCustomToken(value: unknown): value is CustomToken {
  if (typeof value !== 'object' || value === null) return false;
  const { chainId, address, symbol, name, decimals } = value as Record<string, unknown>;
  return (
    Number.isInteger(chainId) &&
    typeof address === 'string' &&
    isAddress(address) &&
    isShown(symbol, LIMITS.symbol) &&
    symbol !== '' &&
    isShown(name, LIMITS.name) &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0 &&
    Number(decimals) <= LIMITS.decimals
  );
}

/** Returns the key that identifies a token on this device. */
export const tokenKey = ({ chainId, address }: Pick<CustomToken, 'chainId' | 'address'>): string =>
  `${chainId} ${address}`;

const list = createStoredList('tidewell.tokens', isCustomToken, MOST, tokenKey);

export const useCustomTokens = list.useList;
export const watchCustomTokens = list.watch;

export function addCustomToken(token: CustomToken): void {
  list.change((known) => [...known.filter((other) => tokenKey(other) !== tokenKey(token)), token]);
}

export function removeCustomToken(token: Pick<CustomToken, 'chainId' | 'address'>): void {
  list.change((known) => known.filter((other) => tokenKey(other) !== tokenKey(token)));
}

/** Returns a token with what its contract reports, sanitized, or null if it can't be shown. */
export function toCustomToken({
  symbol,
  name,
  ...rest
}: {
  chainId: number;
  address: Address;
  symbol: unknown;
  name: unknown;
  decimals: unknown;
}): CustomToken | null {
  if (typeof symbol !== 'string' || typeof name !== 'string') return null;
  const token = {
    ...rest,
    symbol: tokenText(symbol, LIMITS.symbol),
    name: tokenText(name, LIMITS.name),
  };
  return isCustomToken(token) ? token : null;
}

/** Why a contract can't be added: it isn't a token, or its metadata can't be shown. */
export type CustomTokenProblem = 'notToken' | 'unusable';

/**
 * Reads a contract's ERC-20 metadata, shortened and without invisible characters. Returns the problem if it can't be
 * added.
 * @throws if the RPC request fails.
 */
export async function readCustomToken(
  client: Client,
  chainId: number,
  address: Address,
): Promise<CustomToken | { problem: CustomTokenProblem }> {
  const contract = { address, abi: erc20Abi } as const;
  if (!isContractCode(await getCode(client, { address }))) return { problem: 'notToken' };
  const [balance, symbol, name, decimals] = await Promise.allSettled([
    readContract(client, { ...contract, functionName: 'balanceOf', args: [address] }),
    readContract(client, { ...contract, functionName: 'symbol' }),
    readContract(client, { ...contract, functionName: 'name' }),
    readContract(client, { ...contract, functionName: 'decimals' }),
  ]);
  for (const read of [balance, symbol, name, decimals])
    if (read.status === 'rejected' && isUnanswered(read.reason)) throw read.reason;
  if (balance.status === 'rejected') return { problem: 'notToken' };
  if (symbol.status === 'rejected' || name.status === 'rejected' || decimals.status === 'rejected')
    return { problem: 'unusable' };
  const read = { symbol: symbol.value, name: name.value, decimals: decimals.value };
  return toCustomToken({ chainId, address, ...read }) ?? { problem: 'unusable' };
}
