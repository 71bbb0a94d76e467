import {
  type Capabilities,
  type CiphersuiteImpl,
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
import { type DeviceBinding, decodeBinding, encodeBinding } from './device-binding';
import { ROLES_EXTENSION } from './roles';

/** The cipher suite of all conversations (RFC 9420, section 17.1, number 1). */
export const CIPHER_SUITE = 'MLS_128_DHKEMX25519_AES128GCM_SHA256_Ed25519';
/** How long a key package can be used, in seconds. Devices upload new ones long before. */
const KEY_PACKAGE_VALIDITY_S = 30 * 24 * 60 * 60;
/** How long before now a key package is valid, in seconds, because clocks differ. */
const CLOCK_TOLERANCE_S = 60 * 60;
/** Longest time that a key package may be valid, in seconds. */
export const LONGEST_LIFETIME_S = KEY_PACKAGE_VALIDITY_S + CLOCK_TOLERANCE_S;
/** Shorter messages are padded to this many bytes, so that their length says nothing. That of longer ones does. */
const PADDED_BYTES = 256;
/**
 * Messages that may be missing from one sender before the next one is refused. Signals of calls go to one device only, and
 * are missing for all others.
 */
export const MOST_SKIPPED = 1_000;

let loading: Promise<CiphersuiteImpl> | undefined;
/** Returns the cipher suite's implementation, by WebCrypto. It is loaded once. */
export function cipherSuite(): Promise<CiphersuiteImpl> {
  loading ??= getCiphersuiteImpl(getCiphersuiteFromName(CIPHER_SUITE));
  return loading;
}

/** A messaging device of this browser, with its private key. */
export type Device = { signKey: Uint8Array; publicKey: Uint8Array; binding: DeviceBinding };

/** A public key package for others, and its private keys, which stay on the device until it is used. */
export type OwnKeyPackage = { publicPackage: KeyPackage; privatePackage: PrivateKeyPackage };

/** What every device supports, and what conversations use. */
export const capabilities: Capabilities = {
  versions: ['mls10'],
  ciphersuites: [CIPHER_SUITE],
  extensions: [ROLES_EXTENSION],
  proposals: [],
  credentials: ['basic'],
};

/**
 * Creates a device. `bind` asks the account to sign the binding of the device's public key.
 * @throws what `bind` throws, for example if the user rejects the request.
 */
export async function createDevice(bind: (deviceKey: Hex) => Promise<DeviceBinding>): Promise<Device> {
  const suite = await cipherSuite();
  const { signKey, publicKey } = await suite.signature.keygen();
  return { signKey, publicKey, binding: await bind(bytesToHex(publicKey)) };
}

/** Creates a key package, with which others add the device to a conversation once (RFC 9420, section 10). */
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

/** Settings of all groups. What the library would ask about time and identity is verified before and after it. */
export const clientConfig: ClientConfig = {
  // `retainKeysForEpochs` has no effect if it is 0, so `conversation.ts` removes the keys of earlier epochs.
  keyRetentionConfig: { ...defaultKeyRetentionConfig, maximumForwardRatchetSteps: MOST_SKIPPED },
  lifetimeConfig: { maximumTotalLifetime: BigInt(LONGEST_LIFETIME_S), validateLifetimeOnReceive: false },
  keyPackageEqualityConfig: defaultKeyPackageEqualityConfig,
  paddingConfig: { kind: 'padUntilLength', padUntilLength: PADDED_BYTES },
  authService: { validateCredential: async (credential) => bindingOf(credential) !== null },
};

/** Returns the binding in an MLS credential, or null if it has none. */
export const bindingOf = (credential: Credential): DeviceBinding | null =>
  credential.credentialType === 'basic' ? decodeBinding(credential.identity) : null;
