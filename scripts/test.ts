import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';

type Count = { passed: number; failed: number };
type Stage = {
  name: string;
  command: readonly string[];
  count: (output: string, code: number) => Promise<Count>;
};

const JEST_REPORT = 'test-results/jest.json';
const INSTANCES_REPORT = 'test-results/instances.json';
const E2E_REPORT = 'test-results/e2e.json';

/** Runs a command with its output shown, and gives what it printed. */
function run([command = '', ...args]: readonly string[]): Promise<{ output: string; code: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, code: code ?? 1 }));
  });
}

async function readReport(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function countJest(file: string): Promise<Count> {
  const report = (await readReport(file)) as {
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
    numPendingTests: number;
  };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites + report.numPendingTests,
  };
}

async function countContracts(output: string): Promise<Count> {
  const [, passed, failed] = /contracts: (\d+) passed, (\d+) failed/.exec(output) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1) };
}

/** A test that passed only when tried again counts as failed, and so does one that was skipped. */
async function countE2e(): Promise<Count> {
  const { stats } = (await readReport(E2E_REPORT)) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
}

const stages: readonly Stage[] = [
  {
    name: 'check',
    command: ['npm', 'run', '-s', 'check'],
    count: async (_output, code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }),
  },
  { name: 'contracts', command: ['npm', 'run', '-s', 'test:contracts'], count: countContracts },
  {
    name: 'unit and api',
    command: [
      ...['npx', 'jest', '--selectProjects', 'unit', 'api'],
      ...['--json', `--outputFile=${JEST_REPORT}`, '--silent'],
    ],
    count: () => countJest(JEST_REPORT),
  },
  // Leaves the build that the browser tests serve.
  {
    name: 'instances',
    command: [
      'npm',
      'run',
      '-s',
      'test:instances',
      '--',
      '--json',
      `--outputFile=${INSTANCES_REPORT}`,
      '--silent',
    ],
    count: () => countJest(INSTANCES_REPORT),
  },
  { name: 'browser', command: ['npm', 'run', '-s', 'test:e2e'], count: countE2e },
];

const total: Count = { passed: 0, failed: 0 };
await rm('test-results', { recursive: true, force: true });
await mkdir('test-results');
for (const { name, command, count } of stages) {
  console.log(`\n— ${name} —`);
  const started = Date.now();
  const { output, code } = await run(command);
  const counted = await count(output, code).catch((error: unknown) => {
    console.error(`${name}: no report (${String(error)})`);
    return { passed: 0, failed: 1 };
  });
  // A runner that fails although no test did (a crash, a broken set-up) is a failure too.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
  console.log(
    `${name}: ${counted.passed} passed, ${counted.failed} failed, ${Math.round((Date.now() - started) / 1_000)} s`,
  );
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
