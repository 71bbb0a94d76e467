import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Address, isHex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { SenderRole } from '@/lib/server/db/sender-tables';
import { readIfThere, writeWhole } from '@/server/process/file';
import { keyName } from '@/server/sender/keys';
import type { AnvilClient } from './anvil-client';

const FUNDS = parseEther('100');
const LOW = parseEther('1');

/**
 * Creates a role's key for a local chain once, in `dir`, and gives its address ETH whenever it has less than 1. Returns the
 * address.
 */
export async function prepareSenderKey(
  dir: string,
  role: SenderRole,
  { id, client }: { id: number; client: AnvilClient },
): Promise<Address> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, keyName(role, id));
  const known = await readIfThere(file);
  const key = known && isHex(known) ? known : generatePrivateKey();
  if (key !== known) await writeWhole(file, key, 0o600);
  const address = privateKeyToAddress(key);
  if ((await client.getBalance({ address })) < LOW) await client.setBalance({ address, value: FUNDS });
  return address;
}
