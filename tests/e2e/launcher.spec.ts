import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { type Address, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { signInMessage } from '@/lib/session/sign-in-message';
import { childEnv } from '@/lib/settings/process-env';
import {
  chainClient,
  E2E_DAPPS,
  E2E_DIST_DIR,
  E2E_ORIGIN,
  findContract,
  SHELL_ORIGIN,
} from '../support/e2e-site';
import { expect, test } from '../support/site-test';

const DATA_DIR = '.data/launcher-test';
const PORT = 3420;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const CHAIN = 31337;

/** Output of the running launcher and its site. */
let output = '';

/** Starts the launcher without npm, so that a signal reaches only the launcher. */
async function start(): Promise<ChildProcess> {
  output = '';
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    env: childEnv({
      PORT: String(PORT),
      DATA_DIR,
      // Use the build and the settings of the site under test.
      NEXT_DIST_DIR: E2E_DIST_DIR,
      ORIGINS: `${E2E_ORIGIN},${ORIGIN}`,
      EMBED_ORIGINS: SHELL_ORIGIN,
      DAPPS_FILE: E2E_DAPPS,
      BUILD_ON_START: '0',
      LOG_LEVEL: 'error',
      // Opening a database connection is slow on a busy machine.
      DATABASE_WAIT_SECONDS: '60',
      NODE_OPTIONS: '',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

async function signIn(): Promise<string> {
  const { data } = await post('/user/generateNonce', { address: account.address, chainId: CHAIN });
  const message = signInMessage(data, { address: account.address, chainId: CHAIN });
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
  const token = await signIn();
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

const readSitePid = async (): Promise<number> =>
  JSON.parse(await readFile(`${DATA_DIR}/site.json`, 'utf8')).pid;

test('OPS-1 a killed site is restarted, and calls in flight credit exactly once', async () => {
  const token = await signIn();
  const amounts = [1n, 2n, 3n, 4n];
  const hashes = [];
  for (const amount of amounts) hashes.push(await deposit(amount));
  const pid = await readSitePid();
  const verify = (txHash: string) => post('/deposit/verifyTx', { chainId: CHAIN, txHash }, token);
  const inFlight = Promise.allSettled(hashes.map(verify));
  process.kill(pid, 'SIGKILL');
  await inFlight;
  await expect.poll(() => output, { timeout: 120_000 }).toContain('The site is ready again.');
  expect(output).toContain('The site ended unexpectedly (signal SIGKILL). Restart 1 of');
  expect(await readSitePid()).not.toBe(pid);

  const answers = await Promise.all([...hashes, ...hashes].map(verify));
  for (const answer of answers) expect(answer).toMatchObject({ code: 200 });
  const activity = await fetch(`${ORIGIN}/api/wallet/activity?pageNum=1&pageSize=20`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  // One more deposit is from the test before.
  expect(await activity.json()).toMatchObject({ code: 200, data: { total: amounts.length + 1 } });
});

test('OPS-1 a stop by signal is clean, and the next start finds the same data', async () => {
  const token = await signIn();
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
