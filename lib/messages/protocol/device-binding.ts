import { type Address, type Hex, hashTypedData, isAddressEqual, recoverAddress } from 'viem';
import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';

/** Name of the EIP-712 domain of statements about an account's messaging devices. */
export const MESSAGES_DOMAIN = 'Tidewell messages';

/** Maximum validity of a binding, in seconds. */
export const MAX_VALIDITY_S = 366 * 24 * 60 * 60;
/** How far in the future a binding's creation time may be, in seconds. Allows for clock differences. */
const CLOCK_TOLERANCE_S = 10 * 60;
/** Maximum time that a commit may be queued for a device, in seconds. Equals the maximum of MESSAGE_RETENTION_DAYS. */
export const MAX_WAIT_S = 365 * 24 * 60 * 60;
/** Maximum length of an encoded binding in bytes. Signatures of contract accounts (EIP-1271, EIP-6492) can be long. */
const MAX_BINDING_BYTES = 16 * 1_024;

/** A device's public Ed25519 key. */
export const deviceKey = z
  .templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)])
  .meta({ examples: [`0x${'1f'.repeat(32)}`] });

const chainId = z.int().positive();
const signature = z
  .templateLiteral(['0x', z.string().regex(/^([0-9a-fA-F]{2})+$/)])
  .refine((text) => text.length <= MAX_BINDING_BYTES)
  .meta({ examples: ['0x7a1c1b'] });

/**
 * Statement that a messaging device belongs to an account, signed by the account (EIP-712). Each device presents its
 * binding in its MLS credential (RFC 9420, section 5.3), so clients can verify it without the server.
 */
export const deviceBinding = z.strictObject({
  account: address,
  /** Chain on which the signature of a contract account is verified. Part of the EIP-712 domain. */
  chainId,
  /** Host of the site that the user signed for. Prevents another site from reusing the signature. */
  site: z.string().min(1).max(255),
  /** Seconds since the epoch. */
  created: z.int().nonnegative(),
  expires: z.int().positive(),
  signature,
});
export type DeviceBinding = z.infer<typeof deviceBinding>;

/** Statement that a device no longer belongs to the account, signed by the account (EIP-712). */
export const deviceRevocation = z.strictObject({
  deviceKey,
  chainId,
  site: z.string().min(1).max(255),
  /** Seconds since the epoch. */
  at: z.int().nonnegative(),
  signature,
});
export type DeviceRevocation = z.infer<typeof deviceRevocation>;

const types = {
  DeviceBinding: [
    { name: 'site', type: 'string' },
    { name: 'account', type: 'address' },
    { name: 'deviceKey', type: 'bytes32' },
    { name: 'created', type: 'uint64' },
    { name: 'expires', type: 'uint64' },
  ],
} as const;

const revocationTypes = {
  DeviceRevocation: [
    { name: 'site', type: 'string' },
    { name: 'account', type: 'address' },
    { name: 'deviceKey', type: 'bytes32' },
    { name: 'at', type: 'uint64' },
  ],
} as const;

const domainOf = (chain: number) => ({ name: MESSAGES_DOMAIN, version: '1', chainId: chain });

/** Returns the EIP-712 message that an account signs to revoke a device. */
export function revocationMessage(
  account: Address,
  { deviceKey: key, chainId: chain, site, at }: Omit<DeviceRevocation, 'signature'>,
) {
  return {
    domain: domainOf(chain),
    types: revocationTypes,
    primaryType: 'DeviceRevocation',
    message: { site, account, deviceKey: key, at: BigInt(at) },
  } as const;
}

/** Returns the EIP-712 message that an account signs to bind a device. */
export function bindingMessage(
  { account, chainId: chain, site, created, expires }: Omit<DeviceBinding, 'signature'>,
  key: Hex,
) {
  return {
    domain: domainOf(chain),
    types,
    primaryType: 'DeviceBinding',
    message: { site, account, deviceKey: key, created: BigInt(created), expires: BigInt(expires) },
  } as const;
}

/** Encodes a binding as the identity of a basic MLS credential. */
export const encodeBinding = (binding: DeviceBinding): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(binding));

/** Decodes the binding in a credential's identity. Returns null if it is malformed or too long. */
export function decodeBinding(identity: Uint8Array): DeviceBinding | null {
  if (identity.length > MAX_BINDING_BYTES) return null;
  try {
    return deviceBinding.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(identity)));
  } catch {
    // Data from other devices may be malformed.
    return null;
  }
}

/**
 * Verifies the signature of a contract account on its chain (EIP-1271, EIP-6492). `hash` is the hash of the signed
 * message.
 */
export type VerifyContractSignature = (
  chainId: number,
  request: { account: Address; hash: Hex; signature: Hex },
) => Promise<boolean>;

/** The site to check against, and the verifier for signatures of contract accounts. */
type Checks = { site: string; verifyContract: VerifyContractSignature };

/**
 * Returns whether an account signed a hash. A signature by the account's own key is verified without its chain, and
 * stays valid if the account delegates to code (EIP-7702).
 * @throws the error of `verifyContract` if the account's chain is needed but can't be read.
 */
async function isSignedBy(
  verifyContract: VerifyContractSignature,
  chain: number,
  request: { account: Address; hash: Hex; signature: Hex },
): Promise<boolean> {
  // Recovery throws if the signature's length isn't that of an ECDSA signature.
  const signer = await recoverAddress(request).catch(() => null);
  return (signer !== null && isAddressEqual(signer, request.account)) || verifyContract(chain, request);
}

/**
 * Returns whether an account has revoked a device for this site.
 * @throws the error of `verifyContract` if the account's chain is needed but can't be read.
 */
export async function isRevokedBy(
  account: Address,
  revocation: DeviceRevocation,
  { site, verifyContract }: Checks,
): Promise<boolean> {
  if (revocation.site !== site) return false;
  const hash = hashTypedData(revocationMessage(account, revocation));
  return isSignedBy(verifyContract, revocation.chainId, { account, hash, signature: revocation.signature });
}

/** Why a binding is rejected. */
export type BindingProblem = 'site' | 'notYetValid' | 'expired' | 'validTooLong' | 'signature';

/**
 * The reason for verifying a binding. Its age matters only when a device is added, because a conversation can outlive
 * the bindings in it. `adding`: this device is adding it. `added`: another device added it, in a commit that may have
 * been queued since then. `member`: it is already in a conversation.
 */
export type Occasion = 'adding' | 'added' | 'member';

/**
 * Verifies that an account has bound a device for this site. Returns the problem, or null if the binding is valid.
 * `now` is in seconds since the epoch.
 * @throws the error of `verifyContract` if the account's chain is needed but can't be read.
 */
export async function bindingProblem(
  binding: DeviceBinding,
  key: Hex,
  { site, now, verifyContract }: Checks & { now: number },
  occasion: Occasion = 'adding',
): Promise<BindingProblem | null> {
  const { account, created, expires } = binding;
  if (binding.site !== site) return 'site';
  if (expires - created > MAX_VALIDITY_S) return 'validTooLong';
  if (occasion === 'adding' && created > now + CLOCK_TOLERANCE_S) return 'notYetValid';
  if (occasion === 'adding' && expires <= now) return 'expired';
  if (occasion === 'added' && expires <= now - MAX_WAIT_S) return 'expired';
  const hash = hashTypedData(bindingMessage(binding, key));
  const request = { account, hash, signature: binding.signature };
  const isSigned = await isSignedBy(verifyContract, binding.chainId, request);
  return isSigned ? null : 'signature';
}

/** Thrown if an account's chain can't be read, so its signature can't be verified yet. */
export class UnverifiedError extends Error {
  override name = 'UnverifiedError';
}

/**
 * Verifies the statements that accounts sign about their devices.
 * @throws UnverifiedError if an account's chain is needed but can't be read.
 */
export type Trust = {
  /** Returns whether a binding is valid and belongs to the device key. */
  isBound: (binding: DeviceBinding, deviceKey: Hex, occasion: Occasion) => Promise<boolean>;
  /** Returns whether an account has revoked a device. */
  isRevoked: (account: Address, revocation: DeviceRevocation) => Promise<boolean>;
  /**
   * Returns whether an account has revoked a device with its own key. Unlike a contract's answer, this never changes
   * and needs no chain, so all members agree on it.
   */
  isProven: (account: Address, revocation: DeviceRevocation) => Promise<boolean>;
};

/** Returns the verifier that clients of a site use for signed statements. */
export function trustOf({ site, verifyContract }: Checks): Trust {
  const checks: Checks = {
    site,
    verifyContract: async (chain, request) => {
      try {
        return await verifyContract(chain, request);
      } catch (cause) {
        throw new UnverifiedError('the chain of an account cannot be read', { cause });
      }
    },
  };
  return {
    isBound: async (binding, key, occasion) => {
      const now = Math.floor(Date.now() / 1_000);
      return (await bindingProblem(binding, key, { ...checks, now }, occasion)) === null;
    },
    isRevoked: (account, revocation) => isRevokedBy(account, revocation, checks),
    isProven: (account, revocation) =>
      isRevokedBy(account, revocation, { site, verifyContract: async () => false }),
  };
}
