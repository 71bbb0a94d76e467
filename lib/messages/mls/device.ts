import {
  type Capabilities,
  type CiphersuiteImpl,
  type CiphersuiteName,
  type ClientConfig,
  type Credential,
  defaultKeyPackageEqualityConfig,
  defaultKeyRetentionConfig,
  generateKeyPackageWithKey,
  getCiphersuiteFromName,
  getCiphersuiteImpl,
  type KeyPackage,
  type PrivateKeyPackage,
} from 'ts-mls';
import { bytesToHex, type Hex } from 'viem';
import { type DeviceBinding, decodeBinding, encodeBinding } from '@/lib/messages/protocol/device-binding';
import { ROLES_EXTENSION } from './roles-extension';

/** The cipher suite of all conversations (RFC 9420, section 17.1, number 1). */
export const CIPHER_SUITE = 'MLS_128_DHKEMX25519_AES128GCM_SHA256_Ed25519' as const satisfies CiphersuiteName;
/** Validity of a key package in seconds. Devices replace key packages well before that. */
const KEY_PACKAGE_VALIDITY_S = 30 * 24 * 60 * 60;
/** How far in the past a key package's validity starts, in seconds. Allows for clock differences. */
const CLOCK_TOLERANCE_S = 60 * 60;
/** Maximum lifetime of a key package, in seconds. */
export const MAX_LIFETIME_S = KEY_PACKAGE_VALIDITY_S + CLOCK_TOLERANCE_S;
/** Minimum size of a padded commit in bytes. Content has larger sizes of its own: see `padding.ts`. */
const PADDED_BYTES = 256;
/**
 * Maximum number of missing messages before a message of the same sender. Call signals go to one device each, so all
 * other devices see them as missing.
 */
export const MAX_SKIPPED = 1_000;

let loading: Promise<CiphersuiteImpl> | undefined;
/** Returns the cipher suite's WebCrypto implementation (RFC 9420, section 5.1), which is loaded once. */
export function cipherSuite(): Promise<CiphersuiteImpl> {
  loading ??= getCiphersuiteImpl(getCiphersuiteFromName(CIPHER_SUITE));
  return loading;
}

/** A messaging device of this browser, including its private key. */
export type Device = { signKey: Uint8Array; publicKey: Uint8Array; binding: DeviceBinding };

/** A key package to publish, and its private keys, which stay on the device until it is used. */
export type OwnKeyPackage = { publicPackage: KeyPackage; privatePackage: PrivateKeyPackage };

/** MLS capabilities of every device (RFC 9420, section 7.2): those that conversations use. */
export const capabilities: Capabilities = {
  versions: ['mls10'],
  ciphersuites: [CIPHER_SUITE],
  extensions: [ROLES_EXTENSION],
  proposals: [],
  credentials: ['basic'],
};

/**
 * Creates a device and its signature key (RFC 9420, section 5.1.1). `bind` requests the account's signature for the
 * binding of the device's public key.
 * @throws the error of `bind`, for example if the user rejects the request.
 */
export async function createDevice(bind: (deviceKey: Hex) => Promise<DeviceBinding>): Promise<Device> {
  const suite = await cipherSuite();
  const { signKey, publicKey } = await suite.signature.keygen();
  return { signKey, publicKey, binding: await bind(bytesToHex(publicKey)) };
}

/** Creates a key package, which lets others add the device to a conversation once (RFC 9420, section 10). */
export async function createKeyPackage(device: Device, now: number): Promise<OwnKeyPackage> {
  const { signKey, publicKey, binding } = device;
  return generateKeyPackageWithKey(
    { credentialType: 'basic', identity: encodeBinding(binding) },
    capabilities,
    { notBefore: BigInt(now - CLOCK_TOLERANCE_S), notAfter: BigInt(now + KEY_PACKAGE_VALIDITY_S) },
    [],
    { signKey, publicKey },
    await cipherSuite(),
  );
}

/**
 * Client settings of all groups. The library's checks of lifetimes and identities are disabled, because this module's
 * callers verify both.
 */
export const clientConfig: ClientConfig = {
  // The library ignores `retainKeysForEpochs` if it is 0, so `conversation.ts` removes the keys of earlier epochs.
  keyRetentionConfig: { ...defaultKeyRetentionConfig, maximumForwardRatchetSteps: MAX_SKIPPED },
  lifetimeConfig: { maximumTotalLifetime: BigInt(MAX_LIFETIME_S), validateLifetimeOnReceive: false },
  keyPackageEqualityConfig: defaultKeyPackageEqualityConfig,
  paddingConfig: { kind: 'padUntilLength', padUntilLength: PADDED_BYTES },
  authService: { validateCredential: async (credential) => bindingOf(credential) !== null },
};

/** Returns the binding in a credential (RFC 9420, section 5.3), or null if it has none. */
export const bindingOf = (credential: Credential): DeviceBinding | null =>
  credential.credentialType === 'basic' ? decodeBinding(credential.identity) : null;
