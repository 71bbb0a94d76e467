import { bytesToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createDevice, createKeyPackage, type Device, type OwnKeyPackage } from '@/lib/messages/mls/device';
import {
  bindingMessage,
  type DeviceBinding,
  type Trust,
  trustOf,
} from '@/lib/messages/protocol/device-binding';

export const SITE = 'wallet.example';
export const NOW = Math.floor(Date.now() / 1_000);
const YEAR_S = 365 * 24 * 60 * 60;

/** Trusts what a client of a site trusts. No account of the tests is a contract. */
export const trustFor = (site: string): Trust => trustOf({ site, verifyContract: async () => false });
export const trust = trustFor(SITE);

export const newAccount = () => privateKeyToAccount(generatePrivateKey());
export type Account = Pick<ReturnType<typeof newAccount>, 'address' | 'signTypedData'>;

/** Creates a device that `account` has bound. `change` alters what the account signs. */
export const newDevice = (account: Account, change: Partial<DeviceBinding> = {}): Promise<Device> =>
  createDevice(async (deviceKey) => {
    const terms = {
      account: account.address,
      chainId: 1,
      site: SITE,
      created: NOW,
      expires: NOW + YEAR_S,
      ...change,
    };
    return { ...terms, signature: await account.signTypedData(bindingMessage(terms, deviceKey)) };
  });

export const newKeyPackage = (device: Device): Promise<OwnKeyPackage> => createKeyPackage(device, NOW);

export const keyOf = ({ publicKey }: Device) => bytesToHex(publicKey);
export const bytes = (text: string) => new TextEncoder().encode(text);
export const textOf = (content: Uint8Array) => new TextDecoder().decode(content);
