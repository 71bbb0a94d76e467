import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Address, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { startSender } from '@/server/process/sender-process';
import type { TestChain } from './plain-chains';

/** The keys of relayers, in a folder, and their addresses by chain ID. */
export type RelayerKeys = { dir: string; addresses: Map<number, Address> };

/** Creates a relayer's key for each chain, with 100 ETH. */
export async function relayerKeys(parent: string, chains: readonly TestChain[]): Promise<RelayerKeys> {
  const dir = await mkdtemp(path.join(parent, 'keys-'));
  const addresses = new Map<number, Address>();
  for (const { id, client } of chains) {
    const key = generatePrivateKey();
    const address = privateKeyToAddress(key);
    await writeFile(path.join(dir, `relayer-${id}`), key, { mode: 0o600 });
    await client.setBalance({ address, value: parseEther('100') });
    addresses.set(id, address);
  }
  return { dir, addresses };
}

/** A process of server/sender. */
export type SenderProcess = {
  /** Ends it as a crash would (kill -9). */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a relayer, as the launcher does, and waits until it runs. */
export async function startRelayer(
  { dir }: RelayerKeys,
  env: Record<string, string> = {},
): Promise<SenderProcess> {
  const sender = await startSender({
    root: process.cwd(),
    role: 'relayer',
    env: { SENDER_KEYS_DIR: dir, ...env },
    signal: new AbortController().signal,
  });
  return {
    kill: async () => {
      await sender.stop({ force: true });
      await sender.ended;
    },
    stop: sender.stop,
  };
}
