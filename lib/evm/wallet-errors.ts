import { BaseError } from 'viem';
import { type Sent, type WalletErrorCode, walletErrorCodes, walletErrorTexts } from './wallet-error-table';

/** What a wallet's error says about the request. Only `sent: 'no'` is the wallet's word that it sent nothing. */
export type WalletAnswer = { sent: Sent; code: WalletErrorCode | ConnectorErrorCode };

type ConnectorErrorCode = 'accountChanged' | 'walletUnresponsive' | 'wrongChain';

/** wagmi's errors before it asks the wallet, by name, so that this file doesn't load wagmi. */
const codeByConnectorError: Readonly<Record<string, ConnectorErrorCode>> = {
  ConnectorAccountNotFoundError: 'accountChanged',
  ConnectorChainMismatchError: 'wrongChain',
  ConnectorNotConnectedError: 'walletUnresponsive',
  ConnectorUnavailableReconnectingError: 'walletUnresponsive',
};

/** Properties in which wallets and their libraries nest the error that they pass on. */
const PLACES = ['data', 'originalError', 'cause', 'error', 'info'];

/** Limits of the search, because an error can contain itself, or anything. */
const [MOST_ERRORS, LONGEST_TEXT] = [32, 4_096];

/** Returns what a function reads from a wallet's error, or undefined if it can't: getters and proxies can throw. */
function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const read = (error: object, property: string): unknown => attempt(() => Reflect.get(error, property));

/** Returns a numeric code as a number, also from its text, and any other text as it is. */
const toCode = (code: unknown) =>
  typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code;

/** Ledger's newer library gives a status word as hexadecimal text (LedgerHQ/device-sdk-ts#1022). */
const toStatusWord = (code: unknown) =>
  typeof code === 'string' && /^[0-9a-f]{4}$/i.test(code) ? Number.parseInt(code, 16) : undefined;

/**
 * Returns whether viem or wagmi gave the error its code. They take it from the wallet's answer or, if they report
 * something else, such as a failed switch of networks, make it up although the answer has a code of its own.
 */
const isWrapper = (error: object): boolean => {
  const cause = attempt(() => error instanceof BaseError && error.cause);
  return typeof cause === 'object' && cause !== null && read(cause, 'code') !== undefined;
};

/** Returns the codes and texts in all places of an error. */
function wordsOf(error: unknown) {
  const codes = new Set<unknown>();
  const texts: string[] = [];
  const found: unknown[] = [error];
  for (let index = 0; index < found.length && index < MOST_ERRORS; index += 1) {
    const part = found[index];
    if (typeof part === 'string') {
      const text = part.slice(0, LONGEST_TEXT).toLowerCase();
      texts.push(text);
      codes.add(text.replace(/^(error: )+|\.$/g, ''));
    }
    if (typeof part !== 'object' || part === null) continue;
    if (!isWrapper(part)) {
      codes.add(toCode(read(part, 'code'))).add(toCode(read(part, 'statusCode')));
      codes.add(toStatusWord(read(part, 'errorCode')));
      found.push(read(part, 'message'));
    }
    for (const place of PLACES) {
      const inner = read(part, place);
      if (!found.includes(inner)) found.push(inner);
    }
  }
  return { codes, text: texts.join('\n') };
}

/**
 * Reads what a wallet answered to a request. The classes that viem and wagmi give to it don't count: for example, viem
 * turns "already known" into a nonce error and any internal error into a revert, although the wallet may have sent the
 * transaction.
 */
export function readWalletError(error: unknown): WalletAnswer {
  const unasked = error instanceof Error ? codeByConnectorError[error.name] : undefined;
  if (unasked) return { sent: 'no', code: unasked };
  const { codes, text } = wordsOf(error);
  const row =
    walletErrorTexts.find(([part]) => text.includes(part)) ??
    walletErrorCodes.find(([code]) => codes.has(code) || codes.has(`${code}`.toLowerCase()));
  return row ? { sent: row[3], code: row[4] } : { sent: 'maybe', code: 'unknown' };
}

/** Returns whether the wallet says that it sent nothing. */
export const isRefusal = (error: unknown): boolean => readWalletError(error).sent === 'no';

/** EIP-5792 code: the user declined to upgrade the account for batches. */
const UPGRADE_REFUSED = 5750;

/** Codes with which a wallet declines a batch: from EIP-5792, and for unknown methods or parameters (EIP-1193, JSON-RPC). */
const batchRefusals = [UPGRADE_REFUSED, 5700, 5710, 5740, 5760, 4200, -32601, -32602];

const isRefusalOf = (error: unknown, codes: readonly number[]): boolean =>
  isRefusal(error) && codes.some((code) => wordsOf(error).codes.has(code));

/** Returns whether the wallet declined a whole batch (EIP-5792), so separate transactions can be sent instead. */
export const isBatchRefusal = (error: unknown): boolean => isRefusalOf(error, batchRefusals);

/** Returns whether the user declined to upgrade the account for batches (EIP-5792). */
export const isUpgradeRefusal = (error: unknown): boolean => isRefusalOf(error, [UPGRADE_REFUSED]);

/**
 * Returns whether the wallet or its device can't sign this typed data (EIP-712), so that an approval must replace a
 * permit. A user's rejection doesn't count.
 */
export function cannotSignTypedData(error: unknown): boolean {
  const { code } = readWalletError(error);
  return code === 'walletUnsupported' || code === 'blindSigning';
}
