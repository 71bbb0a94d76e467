import { type Address, isAddress, isAddressEqual } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';

/** What a token was used for: a payment, or a request for one. */
export type TokenPurpose = 'send' | 'request';

/** A coin on one network. */
export type TokenPlace = { chainId: number; coinId: number };

type LastToken = TokenPlace & { account: Address; purpose: TokenPurpose };

/** More accounts than anyone uses in one browser, with one entry for each purpose. */
const MAX_ENTRIES = 40;

const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

function isLastToken(value: unknown): value is LastToken {
  if (typeof value !== 'object' || value === null) return false;
  const { account, purpose, chainId, coinId } = value as Record<string, unknown>;
  return (
    typeof account === 'string' &&
    isAddress(account) &&
    (purpose === 'send' || purpose === 'request') &&
    isId(chainId) &&
    isId(coinId)
  );
}

const list = createStoredList('tidewell.last-tokens', isLastToken, MAX_ENTRIES);

const isOf = (account: Address, purpose: TokenPurpose) => (entry: LastToken) =>
  entry.purpose === purpose && isAddressEqual(entry.account, account);

/** Returns the token that an account last used for a purpose in this browser, or null. */
export function readLastToken(account: Address, purpose: TokenPurpose): TokenPlace | null {
  const found = list.read().findLast(isOf(account, purpose));
  return found ? { chainId: found.chainId, coinId: found.coinId } : null;
}

/** Stores the token that an account used for a purpose. */
export function rememberLastToken({ account, purpose, chainId, coinId }: LastToken): void {
  const isSame = isOf(account, purpose);
  list.change((entries) => [
    ...entries.filter((entry) => !isSame(entry)),
    { account, purpose, chainId, coinId },
  ]);
}
