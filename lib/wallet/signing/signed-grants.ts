import { type Address, isAddressEqual, isHex } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { isRecord } from '@/lib/is-record';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { type Allowance, deadlineFindings, endValue, permit2End } from './allowance';
import { contractName, type SigningContext } from './context';
import { daiAllowance } from './effects';
import { type Finding, found } from './finding';
import { type InnerCall, refundOf } from './inner-calls';
import { type Move, readMove } from './move';
import type { TypedDataRequest } from './parse-typed-data';
import type { Fact, Group } from './reading';
import { plainAddress, type TypedValue } from './typed-data-values';

type Fields = Readonly<Record<string, TypedValue | undefined>>;

const integer = (value: TypedValue | undefined) => (typeof value === 'bigint' ? value : null);

/** Returns the allowance in one part of a Permit2 message: `details` of an allowance, `permitted` of a transfer. */
function permit2Allowance(
  part: TypedValue,
  { owner, spender, deadline }: { owner: Address; spender: Address; deadline: bigint | null },
): Allowance[] {
  if (!isRecord(part)) return [];
  const { token, amount, expiration } = part as Fields;
  const tokenAddress = plainAddress(token);
  const allowed = integer(amount);
  if (tokenAddress === null || allowed === null) return [];
  const end = permit2End(integer(expiration) ?? 0n, deadline);
  return [{ owner, token: tokenAddress, spender, amount: allowed, ...end }];
}

/**
 * Returns the allowances that a signature grants through ERC-2612, DAI's permit, Permit2 (allowances and signed
 * transfers, with or without a witness, single or batch), or a collection's permit for all NFTs. Matches fields
 * rather than the type's name.
 */
export function typedAllowances({ domain, message }: TypedDataRequest, account: Address): Allowance[] {
  const fields: Fields = message;
  const operator = plainAddress(fields.operator);
  if (operator !== null && typeof fields.approved === 'boolean' && domain.verifyingContract !== undefined) {
    const owner = plainAddress(fields.owner) ?? account;
    const amount = fields.approved ? null : 0n;
    const until = integer(fields.deadline);
    return [{ owner, token: domain.verifyingContract, spender: operator, amount, until }];
  }
  const spender = plainAddress(fields.spender);
  if (spender === null) return [];
  const deadline = integer(fields.deadline) ?? integer(fields.sigDeadline);
  const permitted = fields.details ?? fields.permitted;
  if (permitted !== undefined) {
    const parts = Array.isArray(permitted) ? (permitted as readonly TypedValue[]) : [permitted];
    return parts.flatMap((part) => permit2Allowance(part, { owner: account, spender, deadline }));
  }
  const token = domain.verifyingContract;
  if (token === undefined) return [];
  const owner = plainAddress(fields.owner) ?? plainAddress(fields.holder) ?? account;
  const { allowed } = fields;
  if (typeof allowed === 'boolean')
    return [daiAllowance({ owner, token, spender, allowed, expiry: integer(fields.expiry) ?? 0n })];
  const amount = integer(fields.value) ?? integer(fields.amount);
  return amount === null ? [] : [{ owner, token, spender, amount, until: deadline }];
}

type SignedTransfer = Move & { token: Address | null; validAfter: bigint; validBefore: bigint };

/** Returns the transfer between vault balances that a signature authorizes. */
function vaultTransfer(fields: Fields): SignedTransfer | null {
  const [from, to, token] = [fields.from, fields.to, fields.token].map(plainAddress);
  const [amount, validBefore] = [fields.amount, fields.deadline].map(integer);
  if (from == null || to == null || token == null || amount == null || validBefore == null) return null;
  const paid = token === NATIVE_TOKEN ? null : token;
  return { token: paid, from, to, amount, validAfter: 0n, validBefore };
}

/**
 * Returns the transfer that a signature authorizes: of a token (`TransferWithAuthorization` and
 * `ReceiveWithAuthorization` of ERC-3009), or between vault balances. Matches fields rather than the type's name.
 */
export function signedTransfer(
  { domain, message }: TypedDataRequest,
  context: SigningContext,
): SignedTransfer | null {
  const fields: Fields = message;
  const token = domain.verifyingContract;
  if (token !== undefined && contractName(context, token) === 'vault_contract') return vaultTransfer(fields);
  const from = plainAddress(fields.from);
  const to = plainAddress(fields.to);
  const [amount, validAfter, validBefore] = [fields.value, fields.validAfter, fields.validBefore].map(
    integer,
  );
  if (token === undefined || from === null || to === null) return null;
  if (amount == null || validAfter == null || validBefore == null) return null;
  return { token, from, to, amount, validAfter, validBefore };
}

/**
 * Describes a signed transfer. It's a danger, because anyone with the signature can execute it, unless it `isAsked`: then the user
 * has just reviewed it as a payment of this site.
 */
export function readSignedTransfer(
  transfer: SignedTransfer,
  context: SigningContext,
  isAsked: boolean,
): { findings: Finding[]; group: Group } {
  const { token, from, to, validAfter, validBefore } = transfer;
  const { findings, group } = readMove(transfer, context);
  const start: Fact[] = validAfter > context.now ? [{ label: 'notBefore', value: endValue(validAfter) }] : [];
  return {
    findings: [
      ...(isAsked ? [] : [found('signedTransfer', to)]),
      ...(isAddressEqual(from, context.account) ? [] : [found('notYours', from)]),
      ...findings,
      ...(token && !listedToken(context.coins, context.chainId, token) ? [found('unknownToken', token)] : []),
      ...deadlineFindings(validBefore, context),
    ],
    group: { ...group, facts: [...group.facts, ...start, { label: 'until', value: endValue(validBefore) }] },
  };
}

/** Operation of a Safe transaction that runs code as the Safe (`delegatecall`). */
const DELEGATE_CALL = 1n;

/**
 * Returns the call that a signature lets others submit: a Safe's transaction (`SafeTx`), an ERC-2771
 * `ForwardRequest`, or a token's `MetaTransaction`. Also matches the type's name, because other types have the same
 * fields.
 */
export function signedCall({ domain, primaryType, message }: TypedDataRequest): InnerCall | null {
  const fields: Fields = message;
  const contract = domain.verifyingContract;
  const from = plainAddress(fields.from);
  const bytes = primaryType === 'MetaTransaction' ? fields.functionSignature : fields.data;
  if (contract === undefined || !isHex(bytes)) return null;
  if (primaryType === 'MetaTransaction')
    return from && { from, to: contract, value: 0n, data: bytes, isForwarded: true };
  const to = plainAddress(fields.to);
  const value = integer(fields.value);
  if (to === null || value === null) return null;
  if (primaryType === 'ForwardRequest') return from && { from, to, value, data: bytes, isForwarded: true };
  // Safes before version 1.0 name the field `dataGas`.
  const [operation, baseGas, gasPrice] = [
    fields.operation,
    fields.baseGas ?? fields.dataGas,
    fields.gasPrice,
  ].map(integer);
  const [gasToken, receiver] = [fields.gasToken, fields.refundReceiver].map(plainAddress);
  if (primaryType !== 'SafeTx' || operation == null || baseGas == null || gasPrice == null) return null;
  if (gasToken == null || receiver == null) return null;
  return {
    ...{ from: contract, to, value, data: bytes, isDelegated: operation === DELEGATE_CALL },
    refund: refundOf([baseGas, gasPrice, gasToken, receiver]),
  };
}
