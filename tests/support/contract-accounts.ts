import { type Person, person } from './api-messages';
import { DEVICE_SITE } from './message-frames';
import { newAccount, newDevice, newKeyPackage } from './messaging';

// Accounts whose devices only a contract can have confirmed, so their chain has to be read.

/** Trusts every device. */
export const anything = {
  isBound: async () => true,
  isRevoked: async () => true,
  isProven: async () => true,
};

/** Key packages of new accounts whose bindings have signatures that only contract accounts could have made. */
export const contractPackages = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const device = await newDevice(newAccount(), { site: DEVICE_SITE });
      const binding = { ...device.binding, signature: `0x${'11'.repeat(64)}1b` } as const;
      return newKeyPackage({ ...device, binding });
    }),
  );

/** A person whose device only a contract account can have confirmed. */
export async function contractPerson(): Promise<Person> {
  const made = await person();
  const binding = { ...made.device.binding, signature: `0x${'11'.repeat(64)}1b` } as const;
  return { ...made, device: { ...made.device, binding } };
}
