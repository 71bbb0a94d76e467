import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { formatOf, tokenDescriptor } from '@/lib/evm/erc7730/descriptor';
import { isWrapping } from './call';
import { isBelievedToken, isPermit2, knownAt, type SigningContext } from './context';
import { argsOf, decodeCall } from './decode-call';
import type { Description } from './describe-call';
import { ownDeviceStatement } from './device-statement';
import { found } from './finding';
import type { Reading } from './reading';
import type { SignatureRequest } from './signature-request';
import type { TransactionRequest } from './transaction';

/**
 * Returns whether the token of each amount is known: the native currency, a trusted token (see `isBelievedToken`), or
 * one in which a listed contract pays.
 */
function isDescribed(description: Description | null, context: SigningContext): boolean {
  const paidIn = [...context.platformTokens.values()].flat();
  const isKnown = (token: Address | null) =>
    token !== null && (token === NATIVE_TOKEN || paidIn.includes(token) || isBelievedToken(context, token));
  return description?.fields.every(({ value, token }) => value.kind !== 'amount' || isKnown(token)) ?? false;
}

/**
 * Token functions that reduce or revoke an allowance and call no other contract. `setApprovalForAll` can also approve
 * an operator, which always has a finding.
 */
const revocations = [
  'decreaseAllowance(address,uint256)',
  'decreaseApproval(address,uint256)',
  'revokeOperator(address)',
  'setApprovalForAll(address,bool)',
];

/** Returns whether a call pays or allows a known token, cancels a signed transfer of it, or wraps the native currency. */
function isTokenUse(to: Address, data: TransactionRequest['data'], context: SigningContext): boolean {
  const call = decodeCall(data);
  if (!call) return false;
  if (isWrapping(call)) return knownAt(context, to)?.kind === 'token';
  const { signature } = call;
  // An allowance of zero revokes one that Permit2 keeps, whatever the token.
  if (signature === 'approve(address,address,uint160,uint48)' && isPermit2(context, to))
    return argsOf<[Address, Address, bigint]>(call)[2] === 0n;
  return (
    isBelievedToken(context, to) &&
    (revocations.includes(signature) || formatOf(tokenDescriptor, signature) !== null)
  );
}

/**
 * Returns whether a request has one of the few shapes whose every effect the review knows: a sign-in, a device of this
 * site's messages, a permit of a listed
 * token, a payment, a function of a platform contract that users call, or an allowance, a payment, a cancellation (ERC-3009),
 * or the wrapping of a known token. What is wrong with such a request is a finding.
 */
function isUnderstood(
  request: SignatureRequest,
  { groups }: Reading,
  description: Description | null,
  context: SigningContext,
): boolean {
  if (request.kind === 'message') return groups.some(({ title }) => title === 'signIn');
  if (isDescribed(description, context)) return true;
  if (request.kind === 'typedData') return ownDeviceStatement(request.typedData, context) !== null;
  const { to, data } = request.transaction;
  return to !== null && isTokenUse(to, data, context);
}

/**
 * Returns a request's final reading. A request without a finding that has no known shape gets a caution, so that a case
 * that the checks forget isn't taken for a safe one.
 */
export const withUnderstanding = (
  request: SignatureRequest,
  reading: Reading,
  description: Description | null,
  context: SigningContext,
): Reading =>
  reading.findings.length > 0 || isUnderstood(request, reading, description, context)
    ? reading
    : { ...reading, findings: [found('notUnderstood')] };
