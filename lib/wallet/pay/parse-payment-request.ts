import { type Address, maxUint256 } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { emptyLists, readAddress, recipientStop } from '@/lib/wallet/contacts/recipient';
import { nameLike } from '@/lib/wallet/ens/use-ens';
import {
  type NamedRequest,
  type PaymentRequest,
  type RequestProblem,
  RequestRefusal,
  refuse,
} from './payment-request';

/** 10^77 is the largest power of ten in a uint256. */
const MAX_EXPONENT = 77;
const NUMBER = /^(\d*)(?:\.(\d+))?(?:[eE](\d+))?$/;

/**
 * Parses an EIP-681 `number`, such as 2.014e18, into base units (uint256).
 * @throws RequestRefusal for a sign, a unit, a fraction of a base unit, or overflow.
 */
function readNumber(text: string): bigint {
  if (/^[+-]/.test(text)) refuse('sign');
  if (/^\d[\d.]*(?:[eE]\d+)?[a-zA-Z]+$/.test(text)) refuse('unit');
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? refuse('number');
  if (whole === '' || /^0\d/.test(whole)) refuse('number');
  if (exponent.length > 2 || Number(exponent) > MAX_EXPONENT) refuse('exponent');
  if (fraction.length > Number(exponent)) refuse('fraction');
  const value = BigInt(whole + fraction.padEnd(Number(exponent), '0'));
  if (value > maxUint256) refuse('overflow');
  return value;
}

/** Gas parameters are validated but ignored: the payer's wallet sets the fee. */
const gasNames = ['gas', 'gasLimit', 'gasPrice'];
/** Maps parameter aliases to their canonical names. */
const sameName = new Map([['gasLimit', 'gas']]);

/**
 * Parses the EIP-681 parameters after `?` in order, omitting gas parameters. `decoded` percent-decodes a name or value.
 * @throws RequestRefusal if a parameter is malformed, unknown, or repeated.
 */
function readParameters(
  query: string,
  known: readonly string[],
  decoded: (component: string) => string,
): Map<string, string> {
  const read = new Map<string, string>();
  const seen = new Set<string>();
  for (const part of query.split('&')) {
    const [written = '', ...rest] = part.split('=');
    const name = decoded(written);
    const isGas = gasNames.includes(name);
    // Before the value is read: what an unknown parameter may contain is unknown too.
    if (name !== '' && !isGas && !known.includes(name)) refuse('unknownParameter');
    if (name === '' || rest.length !== 1 || rest[0] === '') refuse('parameter');
    const value = decoded(rest[0] ?? '');
    const one = sameName.get(name) ?? name;
    if (seen.has(one)) refuse('duplicateParameter');
    seen.add(one);
    if (isGas) readNumber(value);
    else read.set(name, value);
  }
  return read;
}

/** Matches text that ends in a dot and at least two letters, so that a mistyped address never counts as a name. */
const ENDS_LIKE_A_NAME = /\.\p{L}{2,}$/u;

/**
 * Parses an address, also one with `0X` as in alphanumeric QR codes. `sent` is the token to send, or null if it is the
 * native currency or unknown.
 * @throws RequestRefusal for anything else, and for an address that would lose what it gets.
 */
function readPaidAddress(text: string, sent: Address | null): Address {
  const read = readAddress(text.replace(/^0X/, '0x'));
  if ('problem' in read) return refuse(read.problem === 'checksum' ? 'checksum' : 'address');
  const stop = recipientStop(read.address, emptyLists, sent);
  return stop === null ? read.address : refuse(stop);
}

/** Returns the text if it can only be an ENS name, or null if it may be meant as an address. */
const readName = (text: string): string | null =>
  /^0x/i.test(text) || !ENDS_LIKE_A_NAME.test(text) ? null : nameLike(text);

/** Maximum length of a payment request. Any valid request is shorter. */
const MAX_LENGTH = 512;
/** RFC 3986, section 3.1: schemes are case-insensitive. */
const SCHEME = /^ethereum:(?:pay-)?/i;

function checkCharacters(text: string): void {
  if (text === '') refuse('empty');
  if (text.length > MAX_LENGTH) refuse('tooLong');
  checkVisible(text);
  if (!/^[!-~]*$/.test(text)) refuse('characters');
}

/** Returns the text if it has no invisible characters, such as direction marks. @throws RequestRefusal otherwise. */
export function checkVisible(text: string): string {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? refuse('control') : text;
}

/**
 * Percent-decodes one component once (RFC 3986, section 2.1). Refuses anything that decodes to a delimiter, a space,
 * or another escape, because it would be ambiguous.
 */
function decoded(component: string): string {
  if (!component.includes('%')) return component;
  let text: string;
  try {
    text = decodeURIComponent(component);
  } catch {
    return refuse('percent');
  }
  checkVisible(text);
  return /[%/?#@&=:+\s]/.test(text) ? refuse('percent') : text;
}

function readChainId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) refuse('chainId');
  const chainId = Number(text);
  return Number.isSafeInteger(chainId) ? chainId : refuse('chainId');
}

function readAmount(text: string | undefined): bigint | null {
  if (text === undefined) return null;
  const amount = readNumber(text);
  return amount === 0n ? refuse('zeroAmount') : amount;
}

type Recipient = { recipient: Address } | { name: string };

/** Parses an address or ENS name to which `sent` is paid. @throws RequestRefusal otherwise. */
export function readRecipient(text: string, sent: Address | null): Recipient {
  const name = readName(text);
  return name === null ? { recipient: readPaidAddress(text, sent) } : { name };
}

/** Parses an ERC-20 transfer: `/transfer?address=…&uint256=…`. The amount is optional. */
function readTransfer(token: Address, query: string | undefined) {
  const parameters = readParameters(query ?? refuse('noRecipient'), ['address', 'uint256', 'value'], decoded);
  if (parameters.has('value')) refuse('valueWithToken');
  const to = readRecipient(parameters.get('address') ?? refuse('noRecipient'), token);
  // The parameters must be in the order of the function's arguments.
  if ([...parameters.keys()][0] !== 'address') refuse('parameterOrder');
  return { ...to, token, amount: readAmount(parameters.get('uint256')) };
}

function readRequest(text: string): PaymentRequest | NamedRequest {
  checkCharacters(text);
  const [scheme] = SCHEME.exec(text) ?? refuse('foreign');
  const rest = text.slice(scheme.length);
  // ERC-831: without `pay-`, the text before a hyphen is another prefix, not part of a name.
  const isPrefixed = scheme.endsWith('-');
  if (!isPrefixed && /^[a-z]+-/i.test(rest)) refuse('prefix');
  const [, head = '', query] = /^([^?#]*)(?:\?([^?#]*))?$/.exec(rest) ?? refuse('trailing');
  const [, target = '', chain, called] =
    /^([^@/]*)(?:@([^@/]*))?(?:\/([^@/]*))?$/.exec(head) ?? refuse('trailing');
  const to = readRecipient(decoded(target), null);
  // RFC 3986, section 2.3: an encoded hyphen is equivalent to a hyphen.
  if (!isPrefixed && 'name' in to && to.name.includes('-')) refuse('prefix');
  const chainId = chain === undefined ? null : readChainId(decoded(chain));
  if (called !== undefined) {
    if (decoded(called) !== 'transfer') refuse('function');
    return { ...readTransfer('recipient' in to ? to.recipient : refuse('tokenName'), query), chainId };
  }
  const parameters =
    query === undefined ? new Map<string, string>() : readParameters(query, ['value'], decoded);
  return { ...to, chainId, token: NATIVE_TOKEN, amount: readAmount(parameters.get('value')) };
}

/** A parsed payment request to an address or to an ENS name, or the reason that the request is refused. */
export type RequestRead = { request: PaymentRequest } | { named: NamedRequest } | { problem: RequestProblem };

/** Calls `read` and returns a refusal instead of throwing it. */
export function withoutThrowing(read: () => PaymentRequest | NamedRequest): RequestRead {
  try {
    const request = read();
    return 'name' in request ? { named: request } : { request };
  } catch (error) {
    if (error instanceof RequestRefusal) return { problem: error.problem };
    throw error;
  }
}

/**
 * Parses an EIP-681 payment request: native currency or an ERC-20 transfer, to an address or ENS name. Anything not
 * fully understood is refused with a reason. Never throws.
 */
export const parsePaymentRequest = (text: string): RequestRead => withoutThrowing(() => readRequest(text));
