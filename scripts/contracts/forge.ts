import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnv } from '@/lib/settings/process-env';
import { forgeBinary } from './forge-binary';

/** Profiles of contracts/foundry.toml. All but the default one use a new seed for each run. */
const profiles = ['default', 'nightly', 'deep'] as const;
type Profile = (typeof profiles)[number];

/** @throws if FOUNDRY_PROFILE names no profile of contracts/foundry.toml. */
function chosenProfile(): Profile {
  const name = childEnv({}).FOUNDRY_PROFILE || 'default';
  const profile = profiles.find((known) => known === name);
  if (profile === undefined) throw new Error(`FOUNDRY_PROFILE must be one of: ${profiles.join(', ')}`);
  return profile;
}

const MAX_OUTPUT_CHARACTERS = 100_000;

/** Runs forge and prints its output. Returns its exit code (1 if it doesn't start) and the end of its output. */
function runForge(
  args: readonly string[],
  profile: Profile = 'default',
): Promise<{ code: number; output: string }> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const [command = '', ...rest] = args;
  const forge = spawn(forgeBinary(), [command, '--root', root, ...rest], {
    cwd: root,
    env: childEnv({ FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml'), FOUNDRY_PROFILE: profile }),
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  let output = '';
  forge.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
  });
  return new Promise((resolve) => {
    forge.on('error', (error) => {
      console.error(`contracts: forge could not be started: ${error.message}`);
      resolve({ code: 1, output });
    });
    forge.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Summary line of `forge test`. */
const SUMMARY = /(\d+) tests? passed, (\d+) failed, \d+ skipped \(\d+ total tests?\)/;

async function test(args: readonly string[]): Promise<number> {
  const profile = chosenProfile();
  const isSeeded = profile === 'default' || args.includes('--fuzz-seed');
  const seed = isSeeded ? [] : ['--fuzz-seed', `0x${randomBytes(16).toString('hex')}`];
  if (!isSeeded) console.log(`contracts: profile ${profile}, to repeat this run: ${seed.join(' ')}`);
  const { code, output } = await runForge(['test', ...seed, ...args], profile);
  if (args.includes('--json')) return code;
  const [, passed, failed] = SUMMARY.exec(output) ?? [];
  if (passed === undefined) {
    console.error('contracts: forge reported no result');
    return code || 1;
  }
  console.log(`contracts: ${passed} passed, ${failed} failed`);
  return code;
}

/** A row of forge's coverage table: a source file with its line, statement, branch and function coverage in percent. */
const ROW = /^\| (contracts\/src\/\S+) +\|(.+)\|$/gm;
const SHARE = /([\d.]+)% \(\d+\/\d+\)/g;

async function coverage(args: readonly string[]): Promise<number> {
  // Invariant tests are excluded, because the other tests alone must reach full coverage. Gas differs, because the
  // code is compiled differently.
  const { code, output } = await runForge([
    'coverage',
    ...['--no-match-coverage', '(node_modules|contracts/test)', '--no-match-contract', 'Invariant|GasTest'],
    ...args,
  ]);
  const rows = [...output.matchAll(ROW)].map(([, file, cells = '']) => ({
    file,
    shares: [...cells.matchAll(SHARE)].map(([, share]) => Number(share)),
  }));
  const short = rows.filter(({ shares }) => shares.length !== 4 || shares.some((share) => share < 100));
  for (const { file } of short) console.error(`contracts: ${file} is not covered in full`);
  console.log(`contracts: ${rows.length - short.length} of ${rows.length} sources covered in full`);
  return code !== 0 || rows.length === 0 || short.length > 0 ? 1 : 0;
}

/** Updates contracts/snapshots, with which the tests compare the gas of every user action. */
async function recordGas(args: readonly string[]): Promise<number> {
  const record = ['--gas-snapshot-check=false', '--gas-snapshot-emit=true'];
  return (await runForge(['test', '--match-contract', 'GasTest', ...record, ...args])).code;
}

const commands = { test, coverage, gas: recordGas };
const [command = '', ...args] = process.argv.slice(2);
const run = Object.entries(commands).find(([name]) => name === command)?.[1];
if (!run) throw new Error(`unknown command: ${command}`);
process.exitCode = await run(args);
