import type { Hex } from 'viem';
import { readStored, writeStored } from '@/lib/preferences/storage';

/**
 * Private keys of accounts 1 to 5 of the development mnemonic "test test … junk". The keys are public, so these
 * accounts must never hold anything on a real chain. Local chains fund them. Builds for real chains omit this module.
 */
export const demoKeys: readonly Hex[] = [
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
];

const LAST_KEY = 'tidewell.demo-account';

/** Returns the index of the account that was connected last on this device, or 0 if none was. */
export function lastDemoAccount(): number {
  const index = Number(readStored(LAST_KEY));
  return demoKeys[index] ? index : 0;
}

/** Remembers the account for the next time that the user connects. Only its index is stored. */
export const rememberDemoAccount = (index: number): void => {
  writeStored(LAST_KEY, String(index));
};
