import { stringify } from 'viem';
import { isRecord } from '@/lib/is-record';
import { parseTypedData, type TypedDataRequest } from '@/lib/wallet/signing/parse-typed-data';
import { TypedDataError } from '@/lib/wallet/signing/typed-data-types';
import { DappError, errorCode } from './protocol';

/** Fields of the domain in the order of EIP-712. */
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/** Returns the only type that no other type references, as the SDK does if the data has no primary type. */
function inferPrimaryType(types: Record<string, unknown>): string | undefined {
  const used = new Set(
    Object.values(types).flatMap((fields) =>
      Array.isArray(fields)
        ? fields.map((field: unknown) =>
            isRecord(field) && typeof field.type === 'string' ? field.type.replace(/(?:\[\d*\])+$/, '') : '',
          )
        : [],
    ),
  );
  const roots = Object.keys(types).filter((name) => name !== 'EIP712Domain' && !used.has(name));
  return roots.length === 1 ? roots[0] : undefined;
}

/**
 * Parses a DApp's typed data (EIP-712). The SDK omits the domain's type and sometimes the primary type, so this
 * derives both.
 * @throws DappError if the data is malformed, doesn't match its types, is too large, or is for another chain.
 */
export function parseTypedMessage(
  { types, domain, primaryType, message }: Record<string, unknown>,
  chainId: number,
): TypedDataRequest {
  const given = isRecord(types) ? types : {};
  const own = isRecord(domain)
    ? { EIP712Domain: domainFields.filter(({ name }) => domain[name] !== undefined && domain[name] !== null) }
    : {};
  const data = {
    types: { ...own, ...given },
    domain,
    primaryType: primaryType ?? inferPrimaryType(given),
    message,
  };
  // Serialize first, because a structured clone may contain a bigint.
  return readTypedData(() => stringify(data), chainId);
}

/**
 * Parses typed data as `eth_signTypedData_v4` has it: complete, as JSON text or as an object.
 * @throws DappError (-32602) if the data is malformed, doesn't match its types, is too large, or is for another chain.
 */
export function readTypedData(given: () => unknown, chainId: number): TypedDataRequest {
  try {
    return parseTypedData(given(), chainId);
  } catch (error) {
    // A cyclic value can't be serialized.
    const reason = error instanceof TypedDataError ? error.message : 'notJson';
    throw new DappError(`Invalid typed data: ${reason}`, { code: errorCode.invalidParams, cause: error });
  }
}
