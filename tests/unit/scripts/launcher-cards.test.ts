/** @jest-environment node */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { type LocalChain, startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { deployLocal } from '@/scripts/launcher/chains/deploy';
import { localChainsFile } from '@/scripts/launcher/chains/local-chains-file';
import { prepareSenderKey } from '@/scripts/launcher/chains/sender-keys';
import { chainPlans } from '../../support/chain-plans';

let dir: string;
let chain: LocalChain;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-cards-'));
  const [first] = await startChains(dir, { plans: [chainPlans[0]] });
  if (!first) throw new Error('no chain');
  chain = first;
});
afterAll(async () => {
  await stopLeftChains(dir);
  await rm(dir, { recursive: true, force: true });
});

test('OPS-1 the card operator and the relayer have a key each, which is kept, and gas money', async () => {
  const keys = path.join(dir, 'keys');
  const operator = await prepareSenderKey(keys, 'card', chain);
  const relayer = await prepareSenderKey(keys, 'relayer', chain);
  expect(operator).not.toBe(relayer);
  const file = path.join(keys, 'card-31337');
  expect(privateKeyToAddress((await readFile(file, 'utf8')) as Hex)).toBe(operator);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await chain.client.setBalance({ address: operator, value: 1n });
  expect(await prepareSenderKey(keys, 'card', chain)).toBe(operator);
  expect(await chain.client.getBalance({ address: operator })).toBeGreaterThan(10n ** 18n);
});

test('OPS-1 a local start deploys card accounts with their operator and a delay of a minute, listed by name', async () => {
  const operator = await prepareSenderKey(path.join(dir, 'keys'), 'card', chain);
  const contracts = await deployLocal(chain.client, operator);
  const { id, name, rpcUrl } = chain;
  const [listed] = localChainsFile([{ id, name, rpcUrl, contracts }], 'http://127.0.0.1:3000').chains;
  expect(listed?.contracts.card_contract).toBe(contracts.card);
  const account = { address: contracts.card, abi: cardAccountAbi } as const;
  expect(await chain.client.readContract({ ...account, functionName: 'operator' })).toBe(operator);
  expect(await chain.client.readContract({ ...account, functionName: 'WITHDRAWAL_DELAY' })).toBe(60);
  expect(await chain.client.readContract({ ...account, functionName: 'GRACE' })).toBe(30);
  expect(await chain.client.readContract({ ...account, functionName: 'owner' })).toBe(
    chain.client.account.address,
  );
});
