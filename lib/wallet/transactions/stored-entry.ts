import { isAddress, isHash } from 'viem';
import {
  isCallBatch,
  type LedgerEntry,
  type MinedBlock,
  replacementKinds,
  type SentReplacement,
  type Trade,
  type TransactionIntent,
} from './ledger-entry';
import { transactionKinds } from './transaction-kinds';

function isReplacement(value: unknown): value is SentReplacement {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, kind, at } = value as Record<string, unknown>;
  return (
    typeof hash === 'string' &&
    isHash(hash) &&
    replacementKinds.some((known) => known === kind) &&
    typeof at === 'number'
  );
}

function isMinedBlock(value: unknown): value is MinedBlock {
  if (typeof value !== 'object' || value === null) return false;
  const { number, hash } = value as Record<string, unknown>;
  return typeof number === 'string' && /^\d{1,20}$/.test(number) && typeof hash === 'string' && isHash(hash);
}

const isBaseUnits = (value: unknown) => typeof value === 'string' && /^\d{1,78}$/.test(value);
const isAddressText = (value: unknown) => typeof value === 'string' && isAddress(value);
const isOptionalAddress = (value: unknown) => value === undefined || isAddressText(value);
const isDecimals = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 36;

function isTrade(value: unknown): value is Trade {
  if (typeof value !== 'object' || value === null) return false;
  const { sold, bought, wrapped, coinId, symbol, decimals, minimumRaw } = value as Record<string, unknown>;
  return (
    [sold, bought, wrapped].every(isAddressText) &&
    Number.isInteger(coinId) &&
    typeof symbol === 'string' &&
    isDecimals(decimals) &&
    isBaseUnits(minimumRaw)
  );
}

export function isIntent(value: unknown): value is TransactionIntent {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, coinId, amountRaw, decimals, symbol, ...rest } = value as Record<string, unknown>;
  const isKind = (value: unknown) => transactionKinds.some((known) => known === value);
  return (
    isKind(kind) &&
    Number.isInteger(coinId) &&
    isBaseUnits(amountRaw) &&
    isDecimals(decimals) &&
    typeof symbol === 'string' &&
    isOptionalAddress(rest.spender) &&
    isOptionalAddress(rest.token) &&
    isOptionalAddress(rest.vault) &&
    isOptionalAddress(rest.recipient) &&
    (kind === 'send'
      ? isAddressText(rest.recipient) && isAddressText(rest.token)
      : isOptionalAddress(rest.token)) &&
    (rest.feeRaw === undefined || isBaseUnits(rest.feeRaw)) &&
    (rest.nft === undefined || typeof rest.nft === 'string') &&
    (rest.unlocksAt === undefined || Number.isSafeInteger(rest.unlocksAt)) &&
    (rest.pledgeId === undefined || isBaseUnits(rest.pledgeId)) &&
    (rest.termId === undefined || isBaseUnits(rest.termId)) &&
    (rest.purpose === undefined || isKind(rest.purpose)) &&
    (kind === 'swap' ? isTrade(rest.trade) : rest.trade === undefined || isTrade(rest.trade))
  );
}

/** Returns whether a value from storage is a valid ledger entry. Stored values may be outdated or damaged. */
export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isIntent(value)) return false;
  const { id, hash, chainId, account, status, createdAt, ...rest } = value as unknown as Record<
    string,
    unknown
  >;
  return (
    typeof id === 'string' &&
    isHash(id) &&
    (hash === null ? rest.batch !== undefined : typeof hash === 'string' && isHash(hash)) &&
    (rest.batch === undefined || isCallBatch(rest.batch)) &&
    Number.isInteger(chainId) &&
    typeof account === 'string' &&
    isAddress(account) &&
    ['pending', 'confirmed', 'verified', 'failed'].includes(String(status)) &&
    typeof createdAt === 'number' &&
    (rest.receivedRaw === undefined || isBaseUnits(rest.receivedRaw)) &&
    (rest.block === undefined || isMinedBlock(rest.block)) &&
    (rest.reorganizedAt === undefined || typeof rest.reorganizedAt === 'number') &&
    (rest.nonce === undefined || Number.isInteger(rest.nonce)) &&
    (rest.call === undefined || (typeof rest.call === 'string' && isHash(rest.call))) &&
    (rest.replacements === undefined ||
      (Array.isArray(rest.replacements) && rest.replacements.every(isReplacement)))
  );
}
