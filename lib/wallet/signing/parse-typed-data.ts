import type { Address, Hex, TypedDataDefinition } from 'viem';
import { isRecord } from '@/lib/is-record';
import { readTypes, TypedDataError, type TypedField, type TypedStructs } from './typed-data-types';
import { readStruct, type TypedValue } from './typed-data-values';

/** EIP-712 domain of the typed data. */
export type TypedDomain = {
  name?: string;
  version?: string;
  chainId?: bigint;
  verifyingContract?: Address;
  salt?: Hex;
};

/** Typed data whose values all match their types, so that the user signs exactly what is shown. */
export type TypedDataRequest = {
  structs: TypedStructs;
  primaryType: string;
  domain: TypedDomain;
  message: { [name: string]: TypedValue };
};

/** Maximum size of typed data. Nobody could read more before signing it. */
const TYPED_DATA_CHARACTERS = 64 * 1024;

const domainTypes: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
};

/** Fields of the domain, in the order that EIP-712 demands. */
export const domainFields = Object.keys(domainTypes);

function asJson(data: unknown): unknown {
  let text: string | undefined;
  try {
    text = typeof data === 'string' ? data : JSON.stringify(data);
  } catch {
    // JSON.stringify throws for circular structures and bigints.
    throw new TypedDataError('notJson');
  }
  if (text === undefined) throw new TypedDataError('notJson');
  if (text.length > TYPED_DATA_CHARACTERS) throw new TypedDataError('tooLarge');
  try {
    return JSON.parse(text);
  } catch {
    throw new TypedDataError('notJson');
  }
}

function checkDomainType(fields: readonly TypedField[] | undefined): void {
  if (!fields || fields.length === 0) throw new TypedDataError('domainType');
  const foreign = fields.find(({ name, type }) => domainTypes[name] !== type);
  if (foreign) throw new TypedDataError('domainType', foreign.name);
}

function readDomain(structs: TypedStructs, value: unknown, count: { values: number }): TypedDomain {
  try {
    return readStruct(structs, 'EIP712Domain', value, { path: 'domain', depth: 0, count }) as TypedDomain;
  } catch (error) {
    throw error instanceof TypedDataError && error.problem === 'wrongValue'
      ? new TypedDataError('domainValue', error.path)
      : error;
  }
}

/**
 * Parses the input of `eth_signTypedData_v4` (EIP-712), a JSON string or an object, for a wallet on `chainId`.
 * @throws TypedDataError if the data is malformed, doesn't match its types, is too large, or is for another chain.
 */
export function parseTypedData(data: unknown, chainId: number): TypedDataRequest {
  const json = asJson(data);
  if (!isRecord(json)) throw new TypedDataError('shape');
  const structs = readTypes(json.types);
  checkDomainType(structs.get('EIP712Domain'));
  const { primaryType } = json;
  if (typeof primaryType !== 'string' || primaryType === 'EIP712Domain' || !structs.has(primaryType))
    throw new TypedDataError('primaryType');
  const count = { values: 0 };
  const domain = readDomain(structs, json.domain, count);
  if (domain.chainId !== undefined && domain.chainId !== BigInt(chainId)) throw new TypedDataError('chainId');
  const message = readStruct(structs, primaryType, json.message, { path: 'message', depth: 0, count });
  return { structs, primaryType, domain, message };
}

/** Rebuilds the typed data from the parsed request: the user signs exactly what was shown. */
export const definitionOf = ({
  structs,
  primaryType,
  domain,
  message,
}: TypedDataRequest): TypedDataDefinition =>
  ({ types: Object.fromEntries(structs), primaryType, domain, message }) as TypedDataDefinition;
