import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isHex, type PrivateKeyAccount, size } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { SenderRole } from '@/lib/server/db/sender-tables';

/** Returns the name of the file with the key of a role on a chain. */
export const keyFile = (role: SenderRole, chainId: number): string => `${role}-${chainId}`;

/**
 * Reads the keys of a role from a folder, by chain ID. Each is 32 bytes in hexadecimal in a file such as `relayer-1`.
 * @throws Error with the file's name, never its content, if one isn't a key.
 */
export async function readKeys(dir: string, role: SenderRole): Promise<Map<number, PrivateKeyAccount>> {
  const keys = new Map<number, PrivateKeyAccount>();
  for (const name of await readdir(dir)) {
    const [, chainId] = new RegExp(`^${role}-([1-9]\\d*)$`).exec(name) ?? [];
    if (chainId === undefined) continue;
    const key = (await readFile(path.join(dir, name), 'utf8')).trim();
    if (!isHex(key) || size(key) !== 32)
      throw new Error(`SENDER_KEYS_DIR: ${name} is not a key of 32 bytes in hexadecimal`);
    keys.set(Number(chainId), privateKeyToAccount(key));
  }
  return keys;
}
