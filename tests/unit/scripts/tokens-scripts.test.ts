/** @jest-environment node */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readChainsFile } from '@/lib/evm/chains-file';
import { childEnv } from '@/lib/settings/process-env';
import { mergeTokens } from '@/scripts/tokens/merge-tokens';
import { parseTokenList } from '@/scripts/tokens/token-list-file';

const run = promisify(execFile);
let dir: string;
let file: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-tokens-'));
  file = path.join(dir, 'chains.json');
  await cp('config/chains.example.json', file);
  await chmod(file, 0o600);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Runs a script as npm does, and returns its output and exit code. */
async function script(name: string, ...args: string[]): Promise<{ output: string; code: number }> {
  const env = childEnv({ CHAINS_FILE: file, ORIGINS: 'https://wallet.example.org' });
  try {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', `scripts/${name}.ts`, ...args], {
      env,
    });
    return { output: stdout, code: 0 };
  } catch (error) {
    const { stderr, code } = error as { stderr: string; code: number };
    return { output: stderr, code };
  }
}

const list = (tokens: object[]) =>
  JSON.stringify({
    name: 'Some tokens',
    timestamp: '2026-01-31T00:00:00Z',
    version: { major: 1, minor: 0, patch: 0 },
    tokens,
  });
const dai = {
  chainId: 8453,
  address: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
  symbol: 'DAI',
  name: 'Dai Stablecoin',
  decimals: 18,
};

test('tokens:import adds valid tokens, reports rejected ones, and leaves the rest of the file unchanged', async () => {
  const before = await readChainsFile(file);
  const source = path.join(dir, 'list.json');
  await writeFile(source, list([dai, { ...dai, symbol: 'USDC\u0007' }, { ...dai, chainId: 1 }]));
  const { output, code } = await script('tokens-import', source, '--chain', '8453');
  expect(code).toBe(0);
  expect(output).toContain(`added as coin 5: DAI · Dai Stablecoin · 8453 ${dai.address}`);
  expect(output).toMatch(/refused, its symbol .*: USDC\\u\{7\} · /);
  expect(output).toContain('1 added, 0 there already, 1 refused, 1 on other chains.');
  const after = await readChainsFile(file);
  expect(after.coins.slice(0, -1)).toEqual(before.coins);
  expect(after.coins.at(-1)).toMatchObject({ symbol: 'DAI' });
  expect(after.chains).toEqual(before.chains);
  // The file may contain API keys of RPC endpoints.
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(dir)).sort()).toEqual(['chains.json', 'list.json']);
});

test('tokens:import reads a list over the network, and writes nothing if it is invalid', async () => {
  const before = await readFile(file, 'utf8');
  const server = createServer((request, response) =>
    response.end(request.url === '/good' ? list([dai]) : list([{ ...dai, decimals: -1 }])),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    const bad = await script('tokens-import', `http://127.0.0.1:${address.port}/bad`);
    expect(bad).toEqual({ code: 1, output: expect.stringContaining('/tokens/0/decimals must be >= 0') });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await script('tokens-import', `http://127.0.0.1:${address.port}/good`)).output).toContain(
      '1 added',
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('tokens:export writes a valid list and increments its version', async () => {
  const out = path.join(dir, 'out.json');
  expect((await script('tokens-export', '--out', out)).output).toContain('4 tokens, version 1.0.0');
  const chains = await readChainsFile(file);
  const { coins } = mergeTokens(chains, [dai]);
  await writeFile(file, JSON.stringify({ ...chains, coins }));
  expect((await script('tokens-export', '--out', out)).output).toContain('5 tokens, version 1.1.0');
  expect(parseTokenList(await readFile(out, 'utf8')).tokens.map(({ symbol }) => symbol)).toContain('DAI');
  await writeFile(out, list([{ ...dai, extensions: { color: '#000000' } }]));
  expect(await script('tokens-export', '--out', out)).toEqual({
    code: 1,
    output: expect.stringContaining('no export has written'),
  });
});
