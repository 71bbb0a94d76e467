import type { Address } from 'viem';
import type { Allowance } from './allowance';
import { daiAllowance } from './effects';
import type { TypedDataRequest } from './parse-typed-data';
import { isRecord } from './typed-data-types';
import { plainAddress, type TypedValue } from './typed-data-values';

type Fields = Readonly<Record<string, TypedValue | undefined>>;

const integer = (value: TypedValue | undefined) => (typeof value === 'bigint' ? value : null);

/** What Permit2 has of one token: `details` of a lasting right, `permitted` of a single transfer. */
function permit2Allowance(
  part: TypedValue,
  { owner, spender, deadline }: { owner: Address; spender: Address; deadline: bigint | null },
): Allowance[] {
  if (!isRecord(part)) return [];
  const { token, amount, expiration } = part as Fields;
  const tokenAddress = plainAddress(token);
  const allowed = integer(amount);
  if (tokenAddress === null || allowed === null) return [];
  const until = integer(expiration) ?? deadline;
  return [{ owner, token: tokenAddress, spender, amount: allowed, until }];
}

/**
 * The rights to take that signing this gives: by ERC-2612, by DAI's own permit, or by Permit2 (its allowances and its
 * signed transfers, with a witness or without, one or many). They are told by their fields, whatever the type is called.
 */
export function typedAllowances({ domain, message }: TypedDataRequest, account: Address): Allowance[] {
  const fields: Fields = message;
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
