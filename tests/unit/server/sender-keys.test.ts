/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { boot } from '@/lib/server/boot';
import { settings } from '@/lib/settings/settings-schema';
import { readKeys } from '@/server/sender/keys';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'keys-'));
});
afterEach(() => rm(dir, { recursive: true }));

const [file, entry] = [generatePrivateKey(), generatePrivateKey()];
const entriesOf = (text: string) => settings().shape.SENDER_KEYS.parse(text);
const addresses = async (given: Parameters<typeof readKeys>[1]) =>
  [...(await readKeys('relayer', given))].map(([chainId, { address }]) => [chainId, address]);

test('OPS-2 a sender has the keys of its role from files and from SENDER_KEYS', async () => {
  await writeFile(path.join(dir, 'relayer-1'), `${file}\n`);
  await writeFile(path.join(dir, 'notes.txt'), 'not a key');
  const entries = entriesOf(`relayer-10=${entry}, other-1=${entry}`);
  expect((await addresses({ dir, entries })).sort()).toEqual([
    [1, privateKeyToAddress(file)],
    [10, privateKeyToAddress(entry)],
  ]);
  expect(await addresses({ dir: undefined, entries })).toEqual([[10, privateKeyToAddress(entry)]]);
});

test('OPS-2 a wrong or repeated key is refused by its name, without its content', async () => {
  await writeFile(path.join(dir, 'relayer-1'), file.slice(0, -2));
  await expect(readKeys('relayer', { dir, entries: new Map() })).rejects.toThrow(
    /^relayer-1 is not a key of 32 bytes in hexadecimal$/,
  );
  await writeFile(path.join(dir, 'relayer-1'), file);
  await expect(readKeys('relayer', { dir, entries: entriesOf(`relayer-1=${entry}`) })).rejects.toThrow(
    /^relayer-1 is in both SENDER_KEYS_DIR and SENDER_KEYS$/,
  );
  const result = settings().shape.SENDER_KEYS.safeParse(`relayer-1=${entry.slice(0, -1)}`);
  expect(result.error?.issues[0]?.message).toMatch(/^must be keys like relayer-1=0x…/);
});

test('OPS-2 the site does not start with the keys of a sender', async () => {
  jest.replaceProperty(process, 'env', {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://127.0.0.1:1/tidewell',
    CHAINS_FILE: 'config/chains.example.json',
    ORIGINS: 'https://wallet.example.org',
    SENDER_KEYS: `relayer-1=${entry}`,
  });
  await expect(boot()).rejects.toThrow('SENDER_KEYS is set for the site, but only the sender may have keys');
});
