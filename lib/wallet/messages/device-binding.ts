import { type Address, type Hex, isAddressEqual, isHex, recoverTypedDataAddress } from 'viem';
import { z } from 'zod';
import { addressInput } from '@/lib/api/schemas/values';

/** Longest time that a binding may be valid, in seconds. */
const LONGEST_VALIDITY_S = 366 * 24 * 60 * 60;
/** How far in the future a binding may have been created, in seconds, because clocks differ. */
const CLOCK_TOLERANCE_S = 10 * 60;
/** Maximum length of an encoded binding in bytes. Signatures of contract accounts (EIP-1271, EIP-6492) are long. */
const LONGEST_BYTES = 16 * 1_024;

/**
 * Statement that a messaging device belongs to an account, signed by the account (EIP-712). Every device carries its
 * binding in its MLS credential (RFC 9420, section 5.3), so that each client verifies it without the server.
 */
export const deviceBinding = z.strictObject({
  account: addressInput,
  /** Chain on which the signature of a contract account is verified. Part of the EIP-712 domain. */
  chainId: z.int().positive(),
  /** Host of the site that the user signed for, so that another site can't use the signature here. */
  site: z.string().min(1).max(255),
  /** Seconds since the epoch. */
  created: z.int().nonnegative(),
  expires: z.int().positive(),
  signature: z
    .string()
    .refine((text) => isHex(text))
    .transform((text): Hex => text),
});
export type DeviceBinding = z.infer<typeof deviceBinding>;

const types = {
  DeviceBinding: [
    { name: 'site', type: 'string' },
    { name: 'account', type: 'address' },
    { name: 'deviceKey', type: 'bytes32' },
    { name: 'created', type: 'uint64' },
    { name: 'expires', type: 'uint64' },
  ],
} as const;

/** Returns the EIP-712 message that an account signs to bind a device. `deviceKey` is its public Ed25519 key. */
export function bindingMessage(
  { account, chainId, site, created, expires }: Omit<DeviceBinding, 'signature'>,
  deviceKey: Hex,
) {
  return {
    domain: { name: 'Tidewell messages', version: '1', chainId },
    types,
    primaryType: 'DeviceBinding',
    message: { site, account, deviceKey, created: BigInt(created), expires: BigInt(expires) },
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

/** Verifies the signature of a contract account on its chain (EIP-1271, EIP-6492). */
export type VerifyContractSignature = (
  chainId: number,
  request: { account: Address; message: ReturnType<typeof bindingMessage>; signature: Hex },
) => Promise<boolean>;

/** Why a binding can't be trusted. */
export type BindingProblem = 'site' | 'notYetValid' | 'expired' | 'validTooLong' | 'signature';

/**
 * Verifies that an account has bound a device for this site. Returns what is wrong, or null if nothing is. A signature
 * by the account's own key needs no chain, and is also valid if the account delegates to code (EIP-7702).
 * @throws the error of `verifyContract` if the account's chain is needed but can't be read.
 */
export async function bindingProblem(
  binding: DeviceBinding,
  deviceKey: Hex,
  {
    site,
    now,
    verifyContract,
  }: {
    site: string;
    /** Seconds since the epoch. */
    now: number;
    verifyContract: VerifyContractSignature;
  },
): Promise<BindingProblem | null> {
  const { account, chainId, created, expires, signature } = binding;
  if (binding.site !== site) return 'site';
  if (created > now + CLOCK_TOLERANCE_S) return 'notYetValid';
  if (expires <= now) return 'expired';
  if (expires - created > LONGEST_VALIDITY_S) return 'validTooLong';
  const message = bindingMessage(binding, deviceKey);
  // Recovering throws if the signature has another length than one made by a key.
  const signer = await recoverTypedDataAddress({ ...message, signature }).catch(() => null);
  if (signer !== null && isAddressEqual(signer, account)) return null;
  return (await verifyContract(chainId, { account, message, signature })) ? null : 'signature';
}
