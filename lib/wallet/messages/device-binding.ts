import { type Address, type Hex, hashTypedData, isAddressEqual, recoverAddress } from 'viem';
import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';
import { MESSAGES_DOMAIN } from '@/lib/wallet-constants';

/** Longest time that a binding may be valid, in seconds. */
const LONGEST_VALIDITY_S = 366 * 24 * 60 * 60;
/** How far in the future a binding may have been created, in seconds, because clocks differ. */
const CLOCK_TOLERANCE_S = 10 * 60;
/** Longest time in seconds that a commit may wait for a device: the most that MESSAGE_RETENTION_DAYS can be. */
export const LONGEST_WAIT_S = 365 * 24 * 60 * 60;
/** Maximum length of an encoded binding in bytes. Signatures of contract accounts (EIP-1271, EIP-6492) are long. */
const LONGEST_BYTES = 16 * 1_024;

/** A device's public Ed25519 key. */
export const deviceKey = z
  .templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)])
  .meta({ examples: [`0x${'1f'.repeat(32)}`] });

const chainId = z.int().positive();
const signature = z
  .templateLiteral(['0x', z.string().regex(/^([0-9a-fA-F]{2})+$/)])
  .refine((text) => text.length <= LONGEST_BYTES)
  .meta({ examples: ['0x7a1c1b'] });

/**
 * Statement that a messaging device belongs to an account, signed by the account (EIP-712). Every device carries its
 * binding in its MLS credential (RFC 9420, section 5.3), so that each client verifies it without the server.
 */
export const deviceBinding = z.strictObject({
  account: address,
  /** Chain on which the signature of a contract account is verified. Part of the EIP-712 domain. */
  chainId,
  /** Host of the site that the user signed for, so that another site can't use the signature here. */
  site: z.string().min(1).max(255),
  /** Seconds since the epoch. */
  created: z.int().nonnegative(),
  expires: z.int().positive(),
  signature,
});
export type DeviceBinding = z.infer<typeof deviceBinding>;

/** Statement that a device doesn't belong to the account anymore, signed by the account (EIP-712). */
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

/** Returns a binding as the identity of a basic MLS credential. */
export const encodeBinding = (binding: DeviceBinding): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(binding));

/** Returns the binding in a credential's identity, or null if it is malformed or too long. */
export function decodeBinding(identity: Uint8Array): DeviceBinding | null {
  if (identity.length > LONGEST_BYTES) return null;
  try {
    return deviceBinding.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(identity)));
  } catch {
    // Other devices may send anything.
    return null;
  }
}

/**
 * Verifies the signature of a contract account on its chain (EIP-1271, EIP-6492). `hash` is that of the signed message.
 */
export type VerifyContractSignature = (
  chainId: number,
  request: { account: Address; hash: Hex; signature: Hex },
) => Promise<boolean>;

/** The site, and how to verify the signature of a contract account. */
type Checks = { site: string; verifyContract: VerifyContractSignature };

/**
 * Returns whether an account signed a hash. A signature by the account's own key needs no chain, and is also valid if
 * the account delegates to code (EIP-7702).
 * @throws the error of `verifyContract` if the account's chain is needed but can't be read.
 */
async function isSignedBy(
  verifyContract: VerifyContractSignature,
  chain: number,
  request: { account: Address; hash: Hex; signature: Hex },
): Promise<boolean> {
  // Recovering throws if the signature has another length than one made by a key.
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

/** Why a binding can't be trusted. */
export type BindingProblem = 'site' | 'notYetValid' | 'expired' | 'validTooLong' | 'signature';

/**
 * Why a binding is verified. Its age only counts when a device is added, because a conversation may last longer than the
 * bindings in it. `adding`: this device adds it. `added`: another one did, and its commit may have waited since then.
 * `member`: it is already in a conversation.
 */
export type Occasion = 'adding' | 'added' | 'member';

/**
 * Verifies that an account has bound a device for this site. Returns what is wrong, or null if nothing is. `now` is in
 * seconds since the epoch.
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
  if (expires - created > LONGEST_VALIDITY_S) return 'validTooLong';
  if (occasion === 'adding' && created > now + CLOCK_TOLERANCE_S) return 'notYetValid';
  if (occasion === 'adding' && expires <= now) return 'expired';
  if (occasion === 'added' && expires <= now - LONGEST_WAIT_S) return 'expired';
  const hash = hashTypedData(bindingMessage(binding, key));
  const request = { account, hash, signature: binding.signature };
  const isSigned = await isSignedBy(verifyContract, binding.chainId, request);
  return isSigned ? null : 'signature';
}

/** An account's chain couldn't be read, so nobody knows yet whether its signature is valid. */
export class UnverifiedError extends Error {
  override name = 'UnverifiedError';
}

/**
 * Verifies what accounts have signed.
 * @throws UnverifiedError if an account's chain is needed but can't be read.
 */
export type Trust = {
  /** Returns whether a binding belongs to a device key and can be trusted. */
  isBound: (binding: DeviceBinding, deviceKey: Hex, occasion: Occasion) => Promise<boolean>;
  /** Returns whether an account has revoked a device. */
  isRevoked: (account: Address, revocation: DeviceRevocation) => Promise<boolean>;
};

/** Returns how the clients of a site verify what accounts have signed. */
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
  };
}
