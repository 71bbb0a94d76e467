import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Address, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { childEnv } from '@/lib/settings/process-env';
import { chainClient, E2E_DIST_DIR, E2E_ORIGIN, findContract, SHELL_ORIGIN } from '../support/e2e-site';
import { expect, test } from '../support/site-test';

const DATA_DIR = '.data/launcher-test';
const PORT = 3420;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const CHAIN = 31337;

/** Starts the launcher without npm, so that a signal reaches only the launcher. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    env: childEnv({
      PORT: String(PORT),
      DATA_DIR,
      // Use the build and the settings of the site under test.
      NEXT_DIST_DIR: E2E_DIST_DIR,
      ORIGINS: `${E2E_ORIGIN},${ORIGIN}`,
      EMBED_ORIGINS: SHELL_ORIGIN,
      BUILD_ON_START: '0',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      if (output.includes(`Tidewell is ready: ${E2E_ORIGIN}`)) resolve();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.once('exit', (code) => reject(new Error(`the launcher ended with ${code}: ${output}`)));
  });
  return child;
}

async function post(path: string, body: Record<string, unknown>, token?: string) {
  const response = await fetch(`${ORIGIN}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return response.json();
}

const account = privateKeyToAccount(generatePrivateKey());

async function login(): Promise<string> {
  const { data } = await post('/user/generateNonce', { address: account.address, chainId: CHAIN });
  const message = createSiweMessage({
    ...data,
    address: account.address,
    chainId: CHAIN,
    version: '1',
    issuedAt: new Date(data.issuedAt),
    expirationTime: new Date(data.expirationTime),
  });
  const answer = await post('/user/login', { message, signature: await account.signMessage({ message }) });
  return answer.data.token;
}

async function deposit(amount: bigint) {
  const client = chainClient(CHAIN, DATA_DIR);
  await client.setBalance({ address: account.address, value: parseEther('10') });
  const hash = await client.writeContract({
    account,
    address: findContract('vault_contract', CHAIN, DATA_DIR) as Address,
    abi: vaultAbi,
    functionName: 'depositNative',
    value: amount,
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}

test.describe.configure({ mode: 'serial', timeout: 1_800_000 });

let running: ChildProcess | undefined;

test.beforeAll(async () => {
  await rm(DATA_DIR, { recursive: true, force: true });
});

test.afterAll(async () => {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
});

test('OPS-1 a launcher killed during a deposit loses and duplicates nothing', async () => {
  running = await start();
  const token = await login();
  const hash = await deposit(parseEther('1.5'));
  running.kill('SIGKILL');
  await once(running, 'exit');

  running = await start();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post('/deposit/verifyTx', { chainId: CHAIN, txHash: hash }, token)),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({ code: 200, data: { amount: '1.5', txHash: hash } });
  const activity = await fetch(`${ORIGIN}/api/wallet/activity?pageNum=1&pageSize=20`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await activity.json()).toMatchObject({ code: 200, data: { total: 1 } });
});

test('OPS-1 a stop by signal is clean, and the next start finds the same data', async () => {
  const token = await login();
  const hash = await deposit(parseEther('0.25'));
  expect(await post('/deposit/verifyTx', { chainId: CHAIN, txHash: hash }, token)).toMatchObject({
    code: 200,
  });
  running?.kill('SIGINT');
  const [code] = running ? await once(running, 'exit') : [];
  expect(code).toBe(0);

  running = await start();
  const again = await post('/deposit/verifyTx', { chainId: CHAIN, txHash: hash }, token);
  expect(again).toMatchObject({ code: 200, data: { amount: '0.25' } });
  const client = chainClient(CHAIN, DATA_DIR);
  const block = await client.getBlock();
  expect(Number(block.timestamp)).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000) + 60);
});
