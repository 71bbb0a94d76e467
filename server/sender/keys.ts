import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isHex, type PrivateKeyAccount, size } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { SenderRole } from '@/lib/server/db/sender-tables';

/** Returns the name of a role's key on a chain: its file, or its entry in SENDER_KEYS. `card` operates card accounts. */
export const keyName = (role: SenderRole, chainId: number): string => `${role}-${chainId}`;

/**
 * Returns the keys of a role by chain ID, from the files in SENDER_KEYS_DIR and the entries of SENDER_KEYS. Each has a name
 * such as `relayer-1`, and is 32 bytes in hexadecimal.
 * @throws Error with its name, never its content, if one isn't a key or is in both settings.
 */
export async function readKeys(
  role: SenderRole,
  { dir, entries }: { dir: string | undefined; entries: ReadonlyMap<string, string> },
): Promise<Map<number, PrivateKeyAccount>> {
  const pattern = new RegExp(`^${role}-([1-9]\\d*)$`);
  const found = [...entries].filter(([name]) => pattern.test(name));
  if (dir !== undefined)
    for (const name of (await readdir(dir)).filter((file) => pattern.test(file)))
      found.push([name, (await readFile(path.join(dir, name), 'utf8')).trim()]);
  const keys = new Map<number, PrivateKeyAccount>();
  for (const [name, key] of found) {
    const chainId = Number(name.slice(role.length + 1));
    if (!isHex(key) || size(key) !== 32) throw new Error(`${name} is not a key of 32 bytes in hexadecimal`);
    if (keys.has(chainId)) throw new Error(`${name} is in both SENDER_KEYS_DIR and SENDER_KEYS`);
    keys.set(chainId, privateKeyToAccount(key));
  }
  return keys;
}
