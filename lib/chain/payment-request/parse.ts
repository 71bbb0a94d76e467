import { NATIVE_TOKEN } from '../native-token';
import { type PaymentRequest, type RequestProblem, RequestRefusal, refuse } from './payment-request';
import { readAddress } from './read-address';
import { readNumber } from './read-number';
import { readParameters } from './read-parameters';

/** Far more than any request of the forms below needs. */
const MAX_LENGTH = 512;
const SCHEME = 'ethereum:';

function checkCharacters(text: string): void {
  if (text === '') refuse('empty');
  if (text.length > MAX_LENGTH) refuse('tooLong');
  // Invisible ones too, such as those that turn the direction of writing.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) refuse('control');
  if (text.includes('%')) refuse('percent');
  if (!/^[!-~]*$/.test(text)) refuse('characters');
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

/** A transfer of an ERC-20: `/transfer?address=…&uint256=…`, the amount may be missing. */
function readTransfer(query: string | undefined) {
  const parameters = readParameters(query ?? refuse('noRecipient'), ['address', 'uint256', 'value']);
  if (parameters.has('value')) refuse('valueWithToken');
  const recipient = parameters.get('address') ?? refuse('noRecipient');
  // Their order is that of the function's arguments.
  if ([...parameters.keys()][0] !== 'address') refuse('parameterOrder');
  return { recipient: readAddress(recipient), amount: readAmount(parameters.get('uint256')) };
}

function readRequest(text: string): PaymentRequest {
  checkCharacters(text);
  if (!text.startsWith(SCHEME)) refuse(text.toLowerCase().startsWith(SCHEME) ? 'schemeCase' : 'foreign');
  const rest = text.slice(SCHEME.length).replace(/^pay-/, '');
  if (/^[a-z]+-/i.test(rest)) refuse('prefix');
  const [, head = '', query] = /^([^?#]*)(?:\?([^?#]*))?$/.exec(rest) ?? refuse('trailing');
  const [, target = '', chain, called] =
    /^([^@/]*)(?:@([^@/]*))?(?:\/([^@/]*))?$/.exec(head) ?? refuse('trailing');
  const address = readAddress(target);
  const chainId = chain === undefined ? null : readChainId(chain);
  if (called !== undefined) {
    if (called !== 'transfer') refuse('function');
    return { ...readTransfer(query), chainId, token: address };
  }
  const parameters = query === undefined ? new Map<string, string>() : readParameters(query, ['value']);
  return { recipient: address, chainId, token: NATIVE_TOKEN, amount: readAmount(parameters.get('value')) };
}

export type RequestRead = { request: PaymentRequest } | { problem: RequestProblem };

/** The refusals of `read` as a value. */
export function withoutThrowing(read: () => PaymentRequest): RequestRead {
  try {
    return { request: read() };
  } catch (error) {
    if (error instanceof RequestRefusal) return { problem: error.problem };
    throw error;
  }
}

/**
 * Reads a payment request of EIP-681: the chain's own coin, or the transfer of an ERC-20. Every letter counts: what is
 * not understood in full is refused with its reason. Never throws.
 */
export const parsePaymentRequest = (text: string): RequestRead => withoutThrowing(() => readRequest(text));
