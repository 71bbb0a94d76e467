import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isHex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { readIfThere, writeWhole } from '@/server/process/file';
import { keyName } from '@/server/sender/keys';
import type { AnvilClient } from './anvil-client';

const FUNDS = parseEther('100');
const LOW = parseEther('1');

/**
 * Creates the relayer's key for each local chain once, in `dir`, and gives its address ETH whenever it has less than 1.
 * Returns `dir`.
 */
export async function prepareSenderKeys(
  dir: string,
  chains: readonly { id: number; client: AnvilClient }[],
): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const { id, client } of chains) {
    const file = path.join(dir, keyName('relayer', id));
    const known = await readIfThere(file);
    const key = known && isHex(known) ? known : generatePrivateKey();
    if (key !== known) await writeWhole(file, key, 0o600);
    const address = privateKeyToAddress(key);
    if ((await client.getBalance({ address })) < LOW) await client.setBalance({ address, value: FUNDS });
  }
  return dir;
}
