import { type Address, type Hex, hashDomain, isAddressEqual } from 'viem';
import type { Deployment, DescriptorFile, DisplayFormat } from './descriptor-file';
import { type Container, type Display, display } from './display';
import { type Found, formatOfCall, formatOfMessage } from './find-format';
import type { Struct } from './message-type';

/** What a descriptor says, its format, and who it is about. */
export type Described = Display & { format: DisplayFormat; file: DescriptorFile };

type Domain = {
  name?: string;
  version?: string;
  chainId?: bigint;
  verifyingContract?: Address;
  salt?: Hex;
};

/** A message that is signed (EIP-712). */
export type SignedMessage = {
  structs: ReadonlyMap<string, Struct>;
  primaryType: string;
  domain: Domain;
  message: unknown;
};

const isDeployed = (deployments: readonly Deployment[], chainId: number, to: Address): boolean =>
  deployments.some((one) => one.chainId === chainId && isAddressEqual(one.address, to));

function withDisplay(file: DescriptorFile, found: Found | null, container: Container): Described[] {
  const shown = found && display(found.format, found.data, container, file);
  return found && shown ? [{ ...shown, format: found.format, file }] : [];
}

/** Returns what the descriptors bound to the called contract say about a call. Null if none fits. */
export function describedCall(
  files: readonly DescriptorFile[],
  data: Hex,
  container: Container,
): Described | null {
  const { chainId, to } = container;
  const bound = files.filter(
    ({ context: { contract } }) => contract && isDeployed(contract.deployments, chainId, to),
  );
  return bound.flatMap((file) => withDisplay(file, formatOfCall(file, data), container))[0] ?? null;
}

/** Returns whether the domain of a message has every value that a descriptor demands. */
function isBound({ context: { eip712 } }: DescriptorFile, { domain, structs }: SignedMessage): boolean {
  const { chainId, verifyingContract } = domain;
  if (!eip712 || chainId === undefined || verifyingContract === undefined) return false;
  const values: Readonly<Record<string, unknown>> = domain;
  const isText = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase();
  const hasValues = Object.entries(eip712.domain ?? {}).every(([name, value]) =>
    name === 'verifyingContract' ? isText(values[name], value) : String(values[name]) === String(value),
  );
  const types = { EIP712Domain: [...(structs.get('EIP712Domain') ?? [])] };
  const separator = eip712.domainSeparator?.toLowerCase();
  return (
    hasValues &&
    isDeployed(eip712.deployments, Number(chainId), verifyingContract) &&
    (separator === undefined ||
      hashDomain({ domain: { ...domain }, types } as Parameters<typeof hashDomain>[0]) === separator)
  );
}

/** Returns what the descriptors bound to the domain of a message say about it. Null if none fits. */
export function describedMessage(
  files: readonly DescriptorFile[],
  message: SignedMessage,
  from: Address,
): Described | null {
  const { chainId, verifyingContract: to } = message.domain;
  if (chainId === undefined || to === undefined) return null;
  const container = { from, to, value: 0n, chainId: Number(chainId) };
  const bound = files.filter((file) => isBound(file, message));
  return bound.flatMap((file) => withDisplay(file, formatOfMessage(file, message), container))[0] ?? null;
}
