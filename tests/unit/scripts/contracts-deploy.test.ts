/** @jest-environment node */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Hex, keccak256, size } from 'viem';
import { z } from 'zod';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { type LocalChain, startChains, stopLeftChains } from '@/scripts/launcher/chains/anvil';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { freePort } from '@/server/process/process';

const run = promisify(execFile);
const owner = demoAccount(1).address;
const sender = demoAccount(0);
const transactionSchema = z.object({
  chainId: z.number(),
  from: z.string(),
  nonce: z.number(),
  gas: z.string(),
  data: z.string(),
});

let dir: string;
let chain: LocalChain;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-deploy-'));
  const plan = { id: 31337, name: 'Deployment', preferredPort: await freePort() };
  [chain] = (await startChains(dir, { plans: [plan] })) as [LocalChain];
});
afterAll(async () => {
  await stopLeftChains(dir);
  await rm(dir, { recursive: true, force: true });
});

/** Prepares a deployment with the command from docs/contracts-deployment.md. Returns its output. */
const prepare = async (contract: string, args: readonly string[]) => {
  const script = ['--import', 'tsx', 'scripts/contracts/deploy.ts'];
  const { stdout } = await run(process.execPath, [
    ...script,
    contract,
    JSON.stringify(args),
    chain.rpcUrl,
    sender.address,
  ]);
  return stdout;
};

/** Returns the value that the command printed after a label. */
const printed = (output: string, label: string) =>
  new RegExp(`^${label} +(.+)$`, 'm').exec(output)?.[1] ?? '';

test('OPS-2 a deployment is prepared as documented without sending anything, and the printed values deploy it', async () => {
  const docs = await readFile('docs/contracts-deployment.md', 'utf8');
  const [, command = '', documented = ''] =
    /```sh\nnpm run deploy:contracts -- (.+)\n```\n\n```text\n([^`]+)```/.exec(docs) ?? [];
  expect(command).toBe(`Vault '["${owner}"]' http://127.0.0.1:8545 ${sender.address}`);
  const count = () => chain.client.getTransactionCount({ address: sender.address });
  expect(await count()).toBe(0);
  const output = await prepare('Vault', [owner]);
  expect(output).toBe(documented);
  expect(await count()).toBe(0);
  expect(await chain.client.getBlockNumber()).toBe(0n);

  const file = await readFile(printed(output, 'transaction to sign'), 'utf8');
  const { chainId, from, nonce, gas, data } = transactionSchema.parse(JSON.parse(file));
  expect([chainId, from, nonce]).toEqual([31337, sender.address, 0]);
  // Send exactly these values, as a hardware wallet would.
  const hash = await chain.client.sendTransaction({
    account: sender,
    nonce,
    gas: BigInt(gas),
    data: data as Hex,
  });
  const { status, contractAddress, gasUsed } = await chain.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  expect(gasUsed).toBeLessThanOrEqual(BigInt(gas));
  const address = contractAddress as Hex;
  const code = (await chain.client.getCode({ address })) ?? '0x';
  expect(printed(output, 'deployed code')).toBe(`${size(code)} bytes, keccak256 ${keccak256(code)}`);
  expect(await chain.client.readContract({ address, abi: vaultAbi, functionName: 'owner' })).toBe(owner);

  const input = JSON.parse(await readFile(printed(output, 'source verification'), 'utf8'));
  expect(Object.keys(input.sources)).toContain('contracts/src/Vault.sol');
});

test('OPS-2 constructor arguments that revert, and unknown contracts, prepare nothing', async () => {
  const zero = `0x${'0'.repeat(40)}`;
  await rm('contracts/out/deploy', { recursive: true, force: true });
  await expect(prepare('Vault', [zero])).rejects.toThrow(
    `the constructor reverts with OwnableInvalidOwner(${zero})`,
  );
  await expect(prepare('Valut', [owner])).rejects.toThrow('contracts/src declares no contract named Valut');
  await expect(readFile('contracts/out/deploy/Vault.transaction.json')).rejects.toThrow('ENOENT');
});
