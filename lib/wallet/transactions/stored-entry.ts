import { type Hash, isAddress, isHash, isHex } from 'viem';
import { recoveryContracts } from '@/lib/wallet/recovery/recovery-plan';
import {
  entryNotes,
  type LedgerEntry,
  type MinedBlock,
  replacementKinds,
  type Searched,
  type SentTransaction,
  type Trade,
  type TransactionIntent,
  type WalletRequest,
} from './ledger-entry';
import { transactionKinds } from './transaction-kinds';

const isHashText = (value: unknown): value is Hash => typeof value === 'string' && isHash(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isOptional = (value: unknown, isValid: (value: unknown) => boolean) =>
  value === undefined || isValid(value);

function isSent(value: unknown): value is SentTransaction {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, kind, at, nonce, call, isFound } = value as Record<string, unknown>;
  return (
    isHashText(hash) &&
    (kind === 'call' || replacementKinds.some((known) => known === kind)) &&
    typeof at === 'number' &&
    isOptional(nonce, isCount) &&
    isOptional(call, isHashText) &&
    (isFound === undefined || isFound === true)
  );
}

const isBlockNumber = (value: unknown) => typeof value === 'string' && /^\d{1,20}$/.test(value);

function isParts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { value: wei, dataHash } = value as Record<string, unknown>;
  return isBaseUnits(wei) && isHashText(dataHash);
}

function isProposal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { nonce, first } = value as Record<string, unknown>;
  return isCount(nonce) && isCount(first);
}

function isRequest(value: unknown): value is WalletRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { to, call, dataSize, fromBlock, selector, fromNonce, nextNonce, before, parts } = value as Record<
    string,
    unknown
  >;
  return (
    isAddressText(to) &&
    isHashText(call) &&
    isCount(dataSize) &&
    isHex(selector) &&
    isBlockNumber(fromBlock) &&
    isCount(fromNonce) &&
    isCount(nextNonce) &&
    isOptional(before, (calls) => Array.isArray(calls) && calls.every(isHashText)) &&
    isOptional(parts, isParts)
  );
}

function isMinedBlock(value: unknown): value is MinedBlock {
  if (typeof value !== 'object' || value === null) return false;
  const { number, hash } = value as Record<string, unknown>;
  return isBlockNumber(number) && isHashText(hash);
}

function isSearched(value: unknown): value is Searched {
  if (typeof value !== 'object' || value === null) return false;
  const { nonce, block, logs } = value as Record<string, unknown>;
  return isCount(nonce) && isBlockNumber(block) && isOptional(logs, isBlockNumber);
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

function isDappBatch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, calls } = value as Record<string, unknown>;
  return isHashText(id) && isCount(calls);
}

function isDapp(value: unknown): value is NonNullable<TransactionIntent['dapp']> {
  if (typeof value !== 'object' || value === null) return false;
  const { name, origin, batch } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    typeof origin === 'string' &&
    URL.canParse(origin) &&
    isOptional(batch, isDappBatch)
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
    isOptionalAddress(rest.party) &&
    isOptional(rest.recovers, (name) => recoveryContracts.some((known) => known === name)) &&
    isOptional(rest.delay, isCount) &&
    isOptional(rest.card, isCount) &&
    (kind === 'send'
      ? isAddressText(rest.recipient) && isAddressText(rest.token)
      : isOptionalAddress(rest.token)) &&
    (rest.feeRaw === undefined || isBaseUnits(rest.feeRaw)) &&
    (kind === 'sendBalance' ? isAddressText(rest.recipient) && isAddressText(rest.token) : true) &&
    (kind === 'cancelNonce'
      ? isBaseUnits(rest.transferNonce)
      : isOptional(rest.transferNonce, isBaseUnits)) &&
    (kind === 'transferNft' ? isBaseUnits(rest.tokenId) : isOptional(rest.tokenId, isBaseUnits)) &&
    (rest.nft === undefined || typeof rest.nft === 'string') &&
    (rest.unlocksAt === undefined || Number.isSafeInteger(rest.unlocksAt)) &&
    (rest.pledgeId === undefined || isBaseUnits(rest.pledgeId)) &&
    (rest.termId === undefined || isBaseUnits(rest.termId)) &&
    (rest.purpose === undefined || isKind(rest.purpose)) &&
    (kind === 'dapp' ? isDapp(rest.dapp) : rest.dapp === undefined) &&
    (kind === 'swap' ? isTrade(rest.trade) : rest.trade === undefined || isTrade(rest.trade))
  );
}

/** Returns whether a value from storage is a valid ledger entry. Stored values may be damaged. */
export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isIntent(value)) return false;
  const entry = value as unknown as Record<string, unknown>;
  const isTime = (time: unknown) => typeof time === 'number';
  const isTrue = (flag: unknown) => flag === true;
  return (
    isHashText(entry.id) &&
    Number.isInteger(entry.chainId) &&
    isAddressText(entry.account) &&
    isTime(entry.createdAt) &&
    isRequest(entry.request) &&
    isOptional(entry.batchId, (id) => typeof id === 'string') &&
    isOptional(entry.requestedChainId, isCount) &&
    Array.isArray(entry.sent) &&
    entry.sent.every(isSent) &&
    (entry.hash === null || isHashText(entry.hash)) &&
    isOptional(entry.missingSince, isTime) &&
    isOptional(entry.note, (note) => entryNotes.some((known) => known === note)) &&
    isOptional(entry.searched, isSearched) &&
    isOptional(entry.isAltered, isTrue) &&
    isOptional(entry.isHidden, isTrue) &&
    isOptional(entry.safe, isProposal) &&
    isOptional(entry.replacesId, isHashText) &&
    ['pending', 'confirmed', 'verified', 'failed'].includes(String(entry.status)) &&
    isOptional(entry.receivedRaw, isBaseUnits) &&
    isOptional(entry.block, isMinedBlock) &&
    isOptional(entry.reorganizedAt, isTime)
  );
}
