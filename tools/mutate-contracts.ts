import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { childEnv } from '@/lib/settings/process-env';
import { forgeBinary } from '@/scripts/contracts/forge-binary';
import { applyMutant, type Mutant, mutantsOf } from './mutation/mutants';

// Changes one place of the contracts at a time and checks that a test fails. Survivors must be explained in
// contracts/mutation.json. Arguments: the time limit in minutes (60), and a file or line to limit it to, such as
// Vault.sol or Vault.sol:80. The working directory must be the repository root.

/** The tests of each contract, as a pattern of paths. */
const testsOf: Readonly<Record<string, string>> = {
  'Vault.sol': 'contracts/test/vault/*',
  'Signatures.sol': 'contracts/test/vault/*',
  'StakingPool.sol': 'contracts/test/staking/*',
  'Presale.sol': 'contracts/test/presale/*',
  'Pledge.sol': 'contracts/test/pledge/*',
  'Custody.sol': 'contracts/test/{vault,pledge}/*',
  'Recovery.sol': 'contracts/test/{recovery,vault}/*',
  'Arithmetic.sol': 'contracts/test/**/*',
  ...Object.fromEntries(
    [
      'Calendar',
      'CardArithmetic',
      'CardLedger',
      'CardSignatures',
      'CardOperator',
      'CardFunds',
      'CardLimits',
      'Cards',
      'CardHolds',
    ].map((name) => [`card/${name}.sol`, 'contracts/test/card/*']),
  ),
};
const EXPLANATIONS = 'contracts/mutation.json';
const explanationsSchema = z.array(
  z.object({ file: z.string(), from: z.string(), to: z.string(), reason: z.string().min(20) }),
);
const isSame = (one: Omit<Mutant, 'line'>, { file, from, to }: Mutant) =>
  one.file === file && one.from === from && one.to === to;

type Outcome = 'killed' | 'invalid' | 'survived';

/** Compile less: neither the tests that deploy the changed contract, nor optimized code. */
const FAST = { FOUNDRY_DYNAMIC_TEST_LINKING: 'true', FOUNDRY_OPTIMIZER: 'false' };

/** Runs the tests that match, and returns what they say about the mutant. */
function runTests(
  root: string,
  args: readonly string[],
  extraEnv: Readonly<Record<string, string>> = FAST,
): Promise<Outcome> {
  const env = childEnv({
    FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml'),
    FOUNDRY_PROFILE: 'default',
    FOUNDRY_FUZZ_RUNS: '64',
    ...extraEnv,
  });
  const forge = spawn(forgeBinary(), ['test', '--root', root, '--fail-fast', ...args], { cwd: root, env });
  let output = '';
  for (const stream of [forge.stdout, forge.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolveOutcome, reject) => {
    forge.on('error', reject);
    forge.on('close', (code) => {
      if (output.includes('Compiler run failed')) return resolveOutcome('invalid');
      resolveOutcome(code === 0 ? 'survived' : 'killed');
    });
  });
}

/**
 * Unit and fuzz tests first, then the slower invariant tests for those that survive. With dynamic linking, forge accepts
 * any error of a constructor where a test expects a certain one, so survivors are compiled and tested once more without.
 */
async function test(root: string, { file }: Mutant): Promise<Outcome> {
  const tests = ['--match-path', testsOf[file] ?? ''];
  const quickTests = [...tests, '--no-match-contract', 'Invariant|GasTest'];
  const quick = await runTests(root, quickTests);
  if (quick !== 'survived') return quick;
  const invariants = await runTests(root, [...tests, '--match-contract', 'Invariant']);
  return invariants === 'survived' ? runTests(root, quickTests, { FOUNDRY_OPTIMIZER: 'false' }) : invariants;
}

/** Spreads mutants evenly, so that a run that is out of time has tried some of every contract and line. */
const spread = (mutants: readonly Mutant[]) => {
  const STRIDE = 13;
  return Array.from({ length: STRIDE }, (_, offset) =>
    mutants.filter((_mutant, index) => index % STRIDE === offset),
  ).flat();
};

const [minutes = '60', only = ''] = process.argv.slice(2);
const deadline = Date.now() + Number(minutes) * 60_000;
const root = mkdtempSync(join(tmpdir(), 'tidewell-mutants-'));
try {
  cpSync('contracts', join(root, 'contracts'), { recursive: true });
  cpSync('scripts/contracts', join(root, 'scripts/contracts'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const sources = new Map(
    Object.keys(testsOf).map((file) => [file, readFileSync(join('contracts/src', file), 'utf8')]),
  );
  const all = spread([...sources].flatMap(([file, source]) => mutantsOf(file, source)));
  const mutants = all.filter(({ file, line }) => `${file}:${line}`.includes(only));
  const explained = explanationsSchema.parse(JSON.parse(readFileSync(EXPLANATIONS, 'utf8')));

  const counts = { killed: 0, invalid: 0, survived: 0 };
  let unexplained = 0;
  let tried = 0;
  for (const mutant of mutants) {
    if (Date.now() > deadline) break;
    const source = sources.get(mutant.file) ?? '';
    const path = join(root, 'contracts/src', mutant.file);
    writeFileSync(path, applyMutant(source, mutant));
    const outcome = await test(root, mutant);
    writeFileSync(path, source);
    counts[outcome] += 1;
    tried += 1;
    if (outcome !== 'survived') continue;
    const known = explained.some((one) => isSame(one, mutant));
    if (!known) unexplained += 1;
    console.info(
      `${known ? 'explained' : 'SURVIVED'} ${mutant.file}:${mutant.line}\n  - ${mutant.from}\n  + ${mutant.to}`,
    );
  }
  const { killed, invalid, survived } = counts;
  console.info(
    `mutants: ${tried} of ${mutants.length} tried, ${killed} killed, ${survived} survived (${unexplained} unexplained), ${invalid} did not compile`,
  );
  if (unexplained > 0) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true });
}
